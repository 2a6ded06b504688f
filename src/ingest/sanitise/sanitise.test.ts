import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sanitiseHtml } from './index.ts';

const options = { baseUrl: 'https://news.example.com/world/story.html' };
const STRANGER = 'rel="noopener noreferrer nofollow"';
const LATE = 'loading="lazy" referrerpolicy="no-referrer"';

table('PARSE-5: what articles are made of stays', {
  'headings and paragraphs': ['<h2>Title</h2><p>A <em>b</em> c</p>', '<h2>Title</h2><p>A <em>b</em> c</p>'],
  lists: ['<ol start=3 reversed><li>a<li>b</ol>', '<ol start="3" reversed=""><li>a</li><li>b</li></ol>'],
  definitions: ['<dl><dt>a<dd>b<dt>c<dd>d</dl>', '<dl><dt>a</dt><dd>b</dd><dt>c</dt><dd>d</dd></dl>'],
  tables: [
    '<table><caption>T<tr><th scope=col>A<td colspan=2>1</table>',
    '<table><caption>T</caption><tbody><tr><th scope="col">A</th><td colspan="2">1</td></tr></tbody></table>',
  ],
  'text in a table without cells': [
    '<table>stray<tr><td>x</table>',
    '<table><tbody><tr><td>stray</td></tr><tr><td>x</td></tr></tbody></table>',
  ],
  ruby: ['<ruby>漢<rt>kan</ruby>', '<ruby>漢<rt>kan</rt></ruby>'],
  details: [
    '<details open><summary>s</summary>t</details>',
    '<details open=""><summary>s</summary>t</details>',
  ],
  code: ['<pre>\n<code>a &lt; b\n  c</code></pre>', '<pre><code>a &lt; b\n  c</code></pre>'],
  'times and changes': [
    '<time datetime=2026-01-02>then</time><del datetime="2026-01-02">x</del><abbr title="y">z</abbr>',
    '<time datetime="2026-01-02">then</time><del datetime="2026-01-02">x</del><abbr title="y">z</abbr>',
  ],
  languages: [
    '<p lang=ar dir=rtl>x</p><span lang=de>y</span>',
    '<p lang="ar" dir="rtl">x</p><span lang="de">y</span>',
  ],
  'old elements by their newer names': ['<center><strike>x</strike></center>', '<div><s>x</s></div>'],
  'unknown elements lose only their tags': ['<o-tag>a <font color=red>b</font></o-tag>', 'a b'],
  'misnested elements': ['<b>a<i>b</b>c</i>', '<b>a<i>b</i></b>c'],
  'a section that was wrapped twice': ['<![CDATA[<p>text</p>]]>', '<p>text</p>'],
});

table('PARSE-5: what is no text for readers goes with its content', {
  scripts: ['a<script>b</script>c<style>d</style>e', 'ace'],
  'a script that never ends': ['a<script>b<p>c', 'a'],
  drawings: ['a<svg><title>b</title><path d=""/></svg>c', 'ac'],
  'a drawing that never ends': ['a<svg><path><p>c', 'a<p>c</p>'],
  forms: ['<form>a<select><option>b</select><button>c</button><textarea>d</textarea></form>', '<div>a</div>'],
  comments: ['a<!-- b -->c<!--d--!>e<?f?>g', 'aceg'],
  'content for browsers without scripts': ['a<noscript>enable JavaScript</noscript>b', 'ab'],
  'empty elements': ['<p><b><a href="/x"></a></b></p><div> </div>', '<div> </div>'],
});

table('PARSE-5: links lead to pages, mailboxes and telephones, and say nothing about the reader', {
  relative: [
    '<a href="../b?x=1&y=2">t</a>',
    `<a href="https://news.example.com/b?x=1&amp;y=2" ${STRANGER}>t</a>`,
  ],
  'without a scheme': [
    '<a href="//other.example/">t</a>',
    `<a href="https://other.example/" ${STRANGER}>t</a>`,
  ],
  mail: ['<a href="mailto:a@b.example">t</a>', `<a href="mailto:a@b.example" ${STRANGER}>t</a>`],
  scripts: ['<a href="java\nscript:x()">t</a>', '<a>t</a>'],
  data: ['<a href="data:text/html,x">t</a>', '<a>t</a>'],
  'a host in front of the host': [
    '<a href="https://bank.example@evil.example/">t</a>',
    `<a href="https://evil.example/" ${STRANGER}>t</a>`,
  ],
  'links in links': [
    '<a href="/1">a<a href="/2">b</a>',
    `<a href="https://news.example.com/1" ${STRANGER}>a</a><a href="https://news.example.com/2" ${STRANGER}>b</a>`,
  ],
});

table('PARSE-5: footnotes find each other under names that clash with nothing', {
  'there and back': [
    '<p><a href="#fn1" id="ref1">1</a></p><ol><li id=fn1>note <a href="#ref1">back</a></ol>',
    '<p><a id="in-text-ref1" href="#in-text-fn1">1</a></p><ol><li id="in-text-fn1">note <a href="#in-text-ref1">back</a></li></ol>',
  ],
  'by the address of the page': [
    '<a href="https://news.example.com/world/story.html#n">1</a><a name=n></a>',
    '<a href="#in-text-n">1</a><a id="in-text-n"></a>',
  ],
  'names without a link to them': ['<p id=location>x</p><a name=y></a>', '<p>x</p>'],
  'a target outside the article': [
    '<a href="#comments">x</a>',
    `<a href="https://news.example.com/world/story.html#comments" ${STRANGER}>x</a>`,
  ],
});

table('PARSE-5: pictures are whole, late and without a referrer', {
  sizes: [
    '<img src=a.jpg srcset="a.jpg 1x, b,c.jpg 2x, javascript:x 3x" alt="&quot;x&quot;" width=10px height=20 onload=x()>',
    `<img src="https://news.example.com/world/a.jpg" srcset="https://news.example.com/world/a.jpg 1x, https://news.example.com/world/b,c.jpg 2x" alt="&quot;x&quot;" width="10" height="20" ${LATE}>`,
  ],
  formats: [
    '<picture><source srcset="/a.webp" type=image/webp media="(min-width: 9px)"><img src="/a.jpg"></picture>',
    `<picture><source srcset="https://news.example.com/a.webp" type="image/webp" media="(min-width: 9px)"><img src="https://news.example.com/a.jpg" ${LATE}></picture>`,
  ],
  'that load late': [
    '<img src="data:image/gif;base64,R0" data-src="/real.jpg">',
    `<img src="https://news.example.com/real.jpg" ${LATE}>`,
  ],
  'that stand twice, for browsers without scripts': [
    '<img class=lazy src=/blank.gif data-src="/real.jpg"><noscript><img src="/real.jpg"></noscript>',
    `<img src="https://news.example.com/real.jpg" ${LATE}>`,
  ],
  'only in noscript': [
    '<img class=lazy src=/blank.gif><noscript><img src="/real.jpg"></noscript>',
    `<img src="https://news.example.com/real.jpg" ${LATE}>`,
  ],
  'that only sound like stand-ins': [
    '<img src="/pixel-9-review.jpg">',
    `<img src="https://news.example.com/pixel-9-review.jpg" ${LATE}>`,
  ],
  'that are data': ['a<img src="data:image/png;base64,AAAA">b', 'ab'],
});

table('PARSE-5: what only counts readers is left out', {
  'by its size': ['a<img src="/x" width="1" height="1">b', 'ab'],
  'by its style': ['a<img src="/x" style="border:0; height: 1px">b<img src="/x" style="display:none">', 'ab'],
  'by its host': ['a<img src="https://pixel.wp.com/b.gif">b<img src="//sub.doubleclick.net/x">', 'ab'],
  'by its path': ['a<img src="https://www.facebook.com/tr?id=1">b', 'ab'],
});

table('PARSE-5: players wait for the reader, and frames become links', {
  video: [
    '<video autoplay poster="/p.jpg"><source src="/v.mp4" type="video/mp4">No video? <a href=/v.mp4>Here</a></video>',
    '<video poster="https://news.example.com/p.jpg" controls="" preload="none"><source src="https://news.example.com/v.mp4" type="video/mp4"></video>',
  ],
  'a player that never ends': [
    '<audio src="/a.mp3"><p>text',
    '<audio src="https://news.example.com/a.mp3" controls="" preload="none"></audio><p>text</p>',
  ],
  'a player without anything to play': ['a<video autoplay>b</video>c', 'ac'],
  YouTube: [
    '<iframe src="//www.youtube-nocookie.com/embed/abc_def-123?rel=0" title="A film"></iframe>',
    `<p><a href="https://www.youtube.com/watch?v=abc_def-123" ${STRANGER}>A film</a></p>`,
  ],
  'in the middle of a line': [
    '<p>a<iframe src="https://player.vimeo.com/video/12"></iframe>b',
    `<p>a <a href="https://vimeo.com/12" ${STRANGER}>Vimeo</a> b</p>`,
  ],
  'a frame closed like XML': [
    '<div><iframe src="https://player.vimeo.com/video/12"/></div><p>text</p>',
    `<div><p><a href="https://vimeo.com/12" ${STRANGER}>Vimeo</a></p></div><p>text</p>`,
  ],
  'frames of unknown hosts': ['a<iframe src="https://ads.example/x"></iframe>b', 'ab'],
});

test('PARSE-5: the caller chooses the addresses of pictures, or drops them', () => {
  const imageUrl = (absolute: string) => (absolute.includes('secret') ? null : `/image?of=${absolute}&w=1`);
  assert.equal(
    sanitiseHtml('<img src="/a.jpg"><img src="/secret.jpg"><video src="/v" poster="/p.jpg"></video>', {
      ...options,
      imageUrl,
    }),
    `<img src="/image?of=https://news.example.com/a.jpg&amp;w=1" ${LATE}>` +
      '<video src="https://news.example.com/v" poster="/image?of=https://news.example.com/p.jpg&amp;w=1" controls="" preload="none"></video>',
  );
});

test('PARSE-5: without a base address, relative addresses are dropped', () => {
  assert.equal(sanitiseHtml('<a href="/x">t</a><img src="x.jpg">', {}), '<a>t</a>');
  assert.equal(sanitiseHtml('<a href="/x">t</a>', { baseUrl: 'javascript:x' }), '<a>t</a>');
});

/** Each row: input and output. */
function table(name: string, rows: Readonly<Record<string, readonly [string, string]>>): void {
  for (const [what, [html, expected]] of Object.entries(rows))
    test(`${name}: ${what}`, () => assert.equal(sanitiseHtml(html, options), expected));
}
