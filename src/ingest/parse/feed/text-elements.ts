/** Elements whose markup, where they hold some, belongs to their text. */
export const TEXT_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'rss:title rss:description rss:summary rss:content rss:abstract rss:body rss:fullitem rss:copyright ' +
    'rss:encoded rss:tagline rss:subtitle rss:link rss:guid rss:pubdate rss:category rss:comments ' +
    'atom:title atom:summary atom:content atom:subtitle atom:tagline atom:info atom:rights atom:copyright ' +
    'atom:generator content:encoded xhtml:body xhtml:div dc:title dc:description dc:rights dc:subject ' +
    'dcterms:abstract media:title media:description media:text itunes:summary itunes:subtitle itunes:title ' +
    'googleplay:description news:title atom:name'
  ).split(' '),
);
