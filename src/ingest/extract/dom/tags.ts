/** Facts about HTML elements for the tree builder and its users. */
const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

export const VOID_TAGS = setOf(
  'area base basefont bgsound br col command embed frame hr img input isindex keygen link meta param source track wbr',
);

/** Elements that start a new line. */
export const BLOCK_TAGS = setOf(
  'address article aside blockquote body button caption center col colgroup dd details dialog dir div dl dt ' +
    'fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe ' +
    'legend li main map menu nav noframes noscript object ol optgroup option p picture pre section select ' +
    'summary table tbody td textarea tfoot th thead title tr ul video audio embed amp-img amp-iframe',
);

/** A start tag of these ends an open paragraph. */
export const CLOSES_PARAGRAPH = setOf(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 ' +
    'h3 h4 h5 h6 header hgroup hr main menu nav ol p pre section table ul',
);

/** Elements across which an open paragraph is still found when a block begins. */
export const INLINE_TAGS = setOf(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp small span ' +
    'strike strong sub sup time tt u var',
);

/** An end tag inside one of these never closes what was opened outside of it. */
export const SCOPE_TAGS = setOf('table td th caption template object applet marquee');

export const TABLE_TAGS = setOf('table tbody thead tfoot tr td th caption colgroup');

export const HEADING_TAGS = setOf('h1 h2 h3 h4 h5 h6');

/** A start tag closes the nearest open element of the first list, unless one of the second lies in between. */
export const IMPLIED_ENDS: ReadonlyMap<string, { closes: ReadonlySet<string>; within: ReadonlySet<string> }> =
  new Map(
    Object.entries({
      li: { closes: setOf('li'), within: setOf('ul ol menu dir table td') },
      dd: { closes: setOf('dd dt'), within: setOf('dl table td') },
      dt: { closes: setOf('dd dt'), within: setOf('dl table td') },
      tr: { closes: setOf('tr'), within: setOf('table') },
      td: { closes: setOf('td th'), within: setOf('table tr') },
      th: { closes: setOf('td th'), within: setOf('table tr') },
      tbody: { closes: setOf('thead tbody tfoot'), within: setOf('table') },
      tfoot: { closes: setOf('thead tbody'), within: setOf('table') },
      option: { closes: setOf('option'), within: setOf('select datalist optgroup') },
      optgroup: { closes: setOf('optgroup'), within: setOf('select') },
      a: { closes: setOf('a'), within: setOf('table td th') },
    }),
  );
