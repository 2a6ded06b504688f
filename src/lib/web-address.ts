/** Whether a text is an absolute address of the web, and not longer than somebody wants to keep. */
export function isWebAddress(text: unknown, longest = Number.POSITIVE_INFINITY): text is string {
  return (
    typeof text === 'string' && text.length <= longest && /^https?:\/\//i.test(text) && URL.canParse(text)
  );
}
