/** FEED-12: browsers render a feed as a page: what it is, how to subscribe, and its items. */
export function feedStyle(siteName: string, stylesheet: string): string {
  const name = siteName.replace(/[&<>"{}]/g, '');
  return `<?xml version="1.0" encoding="utf-8"?>
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:atom="http://www.w3.org/2005/Atom" exclude-result-prefixes="atom">
<xsl:output method="html" encoding="utf-8" doctype-system="about:legacy-compat"/>
<xsl:template match="/">
<html lang="en"><head><meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/>
<title><xsl:value-of select="(rss/channel/title | atom:feed/atom:title)[1]"/></title>
<link rel="stylesheet" href="${stylesheet}"/></head>
<body><header class="masthead"><p class="nameplate"><a href="/">${name}</a></p></header>
<main id="main" class="text">
<h1><xsl:value-of select="(rss/channel/title | atom:feed/atom:title)[1]"/></h1>
<p class="lede"><xsl:value-of select="(rss/channel/description | atom:feed/atom:subtitle)[1]"/></p>
<p>This is a feed. Copy its address into a feed reader to follow new items.</p>
<ol>
<xsl:for-each select="rss/channel/item"><li><h2><a href="{link}"><xsl:value-of select="title"/></a></h2><p><xsl:value-of select="description"/></p></li></xsl:for-each>
<xsl:for-each select="atom:feed/atom:entry"><li><h2><a href="{atom:link[@rel='alternate']/@href}"><xsl:value-of select="atom:title"/></a></h2><p><xsl:value-of select="atom:summary"/></p></li></xsl:for-each>
</ol></main></body></html>
</xsl:template>
</xsl:stylesheet>
`;
}
