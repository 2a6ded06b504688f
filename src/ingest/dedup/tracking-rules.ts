/**
 * The maintained rules for parameters that track how a reader came to an article and do not identify it. This file is
 * data: names in lower case, with a star at the end as a wildcard. A name is listed for all hosts only when no known
 * site uses it to identify an article; doubtful names are listed with their hosts, or with their tracking values.
 */

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Always dropped. */
export const EVERYWHERE = list(`
  utm utm_* utm-* utm.* mtm_* pk_* piwik_* matomo_* ga_* _ga _gac _gid _gl gs_l gad gad_* gclid gclsrc gbraid wbraid
  dclid gcl_au gaa_* srsltid campaign_id campaign_medium campaign_name campaign_source campaign_term
  campaign_content campaignid adgroupid adgroup_id creative_id ad_id
  fbclid fb_* action_object_map action_type_map action_ref_map igshid igsh mibextid
  yclid ysclid ymclid _openstat twclid ttclid tt_medium tt_content li_fat_id li_source li_medium trk trkinfo
  trkcampaign epik pin_unauth sccid sc_cid sc_campaign sc_channel sc_content sc_medium sc_outcome sc_geo sc_country
  rdt_cid msclkid qclid tblci tbl_* dicbo oborigurl obclid vmcid nb_platform nbid
  mc_cid mc_eid mc_tc mkt_tok mkt_* vero_conv vero_id vero_* ml_subscriber ml_subscriber_hash oly_* rb_clickid
  oft_* wickedid __s _ke _kx dm_i dm_t _bta_tid _bta_c trk_contact trk_msg trk_module trk_sid
  _hsenc _hsmi __hssc __hstc __hsfp hsctatracking hsa_* hsutk hubspotutk _bhlid bhlid _branch_match_id
  _branch_referrer __readwiselocation ck_subscriber_id convertkit_id elqtrack elqtrackid elqaid elqat elqcampaignid
  spmailingid spuserid spjobid spreportid sfmc_* j_id mid_click et_cid et_rid rmid emci emdi ceid_sub
  hmb_* itm_* otm_* vn_* os_ehash cmpid cmp_id cmpcid cmpsrc dcmp intcmp int_cmp icmp intcid icid ncid ecid_click
  wt_* wt.* wtmc wtzmc wtrid wt_mc_id wtcid echobox spm scm spm_id_from tracking_source ceneo_spo __twitter_impression
  twitter_impression xtor xt_at at_* ns_* cm_mmc* cm_sp cm_re cm_ite cm_lm cm_ven s_cid s_kwcid ef_id mkwid pcrid
  kenshoo_clickid zanpid irclickid irgwc irpid cjevent cjdata clickid click_id sscid awc awinaffid ranmid raneaid
  ransiteid affiliate_id aff_id afftrack subid1 subid2 redirect_log_mongo_id redirect_mongo_id sb_referer_host
  referrer referer referral ref_src ref_url ref_source ref_campaign refsrc ref_type refid referred_by http_referer
  dop_* sznclid guccounter guce_* soc_src soc_trk tsrc .tsrc ftag ftcamp mbid cndid bxid hootpostid sf_* soc_*
  socialflow awesm fsrc wpisrc wpmm wprss iesrc iref_src mktcid mktcval smid smtyp xg_source
  amp_* usqp ampcf nonamp noamp taid showcomments
  share_source share_medium share_plat share_id share_token share_from shareid share_type
  phpsessid jsessionid aspsessionid* sessionid session_id sessid oscsid zenid cfid cftoken
  nocache cachebuster cache_bust cb_random _cb no_cache
  google_preview gtm_debug fb_xd_fragment doing_wp_cron replytocom
`);

/** Dropped unless the value is a number, which may be the id of the article. */
export const UNLESS_NUMBERED = list('ref ref_ mc emc wmc amc cmp refer reference_source sref reflink');

/** Names that track only when their value is one of the channels below. */
export const CHANNEL_NAMES = list(
  'from source src via origin ref partner medium channel mod cid campaign sub_source entry ncid int share shared feature rel',
);

/** Channels, alone or followed by a separator and more (`rss_homepage`, `twitter-share`). */
export const CHANNELS = list(`
  rss rss2 rss_feed rssfeed atom feed feeds feedburner feedly xml newsletter newsletters nl email mail e-mail
  twitter tw tweet x facebook fb fbsocial instagram ig linkedin whatsapp telegram tg vk reddit pinterest flipboard
  applenews googlenews google_news gnews smartnews pocket social socialmedia sm share sharing shared permalink
  homepage home hp frontpage front push notification app ios android mobile widget sidebar related recommended
  copylink copy-link copy_link
`);

/** Another presentation of the same article: the name, then the values that mean it; `*` is every value. */
export const PRESENTATIONS: Readonly<Record<string, readonly string[]>> = {
  amp: ['*'],
  _amp: ['*'],
  isamp: ['*'],
  'amp-content': ['*'],
  outputtype: ['amp', 'print', 'mobile', 'html', 'default', 'comment'],
  output: ['amp', 'print'],
  view: ['amp', 'mobile', 'print', 'desktop', 'classic', 'full'],
  format: ['amp', 'print', 'mobile'],
  mode: ['amp', 'print', 'mobile'],
  type: ['amp', 'print'],
  content: ['amp'],
  variant: ['amp', 'mobile'],
  layout: ['amp', 'mobile'],
  template: ['amp', 'print'],
  platform: ['amp', 'mobile'],
  device: ['mobile', 'm', 'desktop', 'tablet'],
  m: ['0', '1'],
  mobile: ['', '0', '1', 'true', 'false', 'on', 'off', 'yes'],
  nomobile: ['*'],
  print: ['', '1', 'true', 'yes'],
  printable: ['', '1', 'true', 'yes'],
  rss: ['', '1', 'true', 'yes'],
  nb: ['1'],
  pagewanted: ['all', 'print'],
  singlepage: ['1', 'true', 'yes'],
};

/** Names that contain a session id when the value is as long and random as one. */
export const SESSION_NAMES = list('sid session sess phpsess ssid');

/** Hosts where a name from the lists above identifies content. */
export const KEPT_BY_HOST: Readonly<Record<string, string>> = {
  'github.com': 'ref',
  'gitlab.com': 'ref',
  'bitbucket.org': 'ref',
  'codeberg.org': 'ref',
};

const DOP = 'dop_* sznclid source seq_no';
const CONDE_NAST = 'source bxid cndid esrc mbid intcid verso hasha hashb hashc sourcecode utm_brand';
const YAHOO = 'ncid sr sr_share guccounter guce_* soc_src soc_trk .tsrc tsrc src';
const AT_INTERNET = 'xtor xtref xt_at xts';
const ALIBABA = `
  ws_ab_test btsid algo_expid algo_pvid algo_exp_id gps-id scm* cv af mall_affr sk dp terminal_id aff_* pdp_* spm pvid
  price sourcetype suid ut_sk un share_crt_v sp_tk cpp shareurl short_name app ns abbucket ali_refid ali_trackid acm
  utparam pos abtest trackinfo utkn scene mytmenu turing_bucket lygclk impid bfttag bftrwd _u user_number_id
  activity_id initiative_id curpageloguid _t gatewayadapt tt`;

/** By host; also applies to its subdomains. */
export const BY_HOST: Readonly<Record<string, string>> = {
  '20minutes.fr': AT_INTERNET,
  '9gag.com': 'ref',
  'abc.net.au': 'sf future utm_* pfmredir',
  'abcnews.go.com': 'cid',
  'academic.oup.com': 'redirectedfrom login',
  'aktualne.cz': DOP,
  'aljazeera.com': 'traffic_source sf',
  'allrecipes.com': 'internalsource referringid referringcontenttype clickid',
  'aol.com': YAHOO,
  'apple.com': 'app ign-* itsct itscg mt ct at ls',
  'arstechnica.com': CONDE_NAST,
  'asahi.com': 'iref ref oai',
  'autoplus.fr': 'idprob hash sending_id site_id dr_tracker',
  'bahn.de': 'dbkanal_*',
  'bbc.co.uk': `${AT_INTERNET} ocid intlink_from_url link_location sthisfb facebook_page pinned_post_* post_type`,
  'bbc.com': `${AT_INTERNET} ocid intlink_from_url link_location sthisfb facebook_page pinned_post_* post_type`,
  'bild.de': 't_ref wtmc',
  'bilibili.com':
    'callback spm_id_from from_source from from_spmid seid share_* msource refer_from timestamp unique_k vd_source plat_id buvid bbid ts mid is_story_h5 visit_id session_id broadcast_type is_room_feed',
  'bloomberg.com': 'srnd sref cmpid leadsource embedded-checkout accesstoken in_source',
  'boredpanda.com': 'h cexp_id cexp_var _f',
  'businessinsider.com': 'r ir op international',
  'cafepedagogique.net': 'actid actcampaigntype actsource',
  'cbc.ca': 'cmp __vfz ref',
  'cbsnews.com': 'ftag intcid linkid',
  'change.org': 'source_location psf_variant share_intent recruiter',
  'cnbc.com': '__source par doc',
  'cnet.com': 'ftag',
  'cnn.com': 'cid iid hpt xid eref sr iref rss dicbo',
  'dailymail.co.uk': 'ito ns_* mol-*',
  'deeplearning.ai': 'ecid',
  'derstandard.at': 'ref',
  'diepresse.com': 'from xtor xt_at',
  'dw.com': 'maca',
  'economist.com': 'fsrc cid bclid',
  'elmundo.es': 'cid emk intcmp s_kw',
  'elpais.com': 'ssm rel id_externo_* prod prm event_log prom',
  'engadget.com': YAHOO,
  'eonline.com': 'source medium content',
  'etsy.com': 'click_key click_sum organic_search_click ref',
  'europe1.fr': AT_INTERNET,
  'facebook.com':
    'hc_* ref reff refid refsrc fref href_ __tn__ eid __xts__* __cft__* comment_tracking dti app video_source ftentidentifier pageid padding ls_ref action_history tracking referral_code referral_story_type mibextid rdid sfnsn paipv _rdr _rdc wtsid locale notif_* acontext idorvanity share_url extid',
  'faei.cz': DOP,
  'faz.net': 'gepc premium',
  'fiverr.com': 'context_referrer source ref_ctx_id funnel',
  'flipkart.com':
    'otracker* ssid cid iid lid pid marketplace store srno ppn ppt fm collection-tab-name sattr[] p[] st',
  'forbes.com': 'sh ss ctpv',
  'foxnews.com': 'intcmp cmpid',
  'francetvinfo.fr': AT_INTERNET,
  'ft.com': 'ftcamp desktop segmentid sharetype token accesstoken syn-*',
  'gamespot.com': 'posttype servicetype ftag uniqueid thetime',
  'giphy.com': 'ref',
  'github.com': 'email_token email_source',
  'gog.com': 'track_click link_id',
  'healio.com': 'ecp m_bt',
  'heise.de': 'wt_mc seite_source from-*',
  'hs.fi': 'share',
  'huffpost.com': YAHOO,
  'imdb.com': 'ref_ pf_rd_*',
  'indeed.com': 'from alid tk *tk',
  'instagram.com': 'igshid igsh img_index hl taken-by ig_*',
  'iprima.cz': DOP,
  'kommersant.ru': 'from',
  'lefigaro.fr': AT_INTERNET,
  'lemonde.fr': `${AT_INTERNET} lmd_*`,
  'leparisien.fr': AT_INTERNET,
  'linkedin.com': 'refid trk lipi licu midtoken midsig eid otptoken trackingid original_referer rcm',
  'marketscreener.com':
    'type_recherche mots noredirect rewritelast lien acomposeinputsearch add_mots countview',
  'medium.com': 'source sk gi',
  'meetup.com': 'rv _xtd',
  'metro.co.uk': 'ito',
  'mozilla.org': 'src platform redirect_source as',
  'mozillazine.org': 'sid',
  'msn.com': 'cvid ocid ei pc form li bbid nocode item_source',
  'nbcnews.com': 'cid icid',
  'netflix.com': 'trackid tctx jb*',
  'news.google.com': 'hl gl ceid oc',
  'newyorker.com': CONDE_NAST,
  'nhk.or.jp': 'cid utm_int',
  'nikkei.co.jp': 'adid i_cid n_cid waad',
  'nikkei.com': 'adid i_cid n_cid waad',
  'norml.org': 'link_id can_id source email_referrer email_subject',
  'nova.cz': DOP,
  'novinky.cz': DOP,
  'npr.org': 'ft f sc',
  'nypost.com': '__twitter_impression',
  'nytimes.com':
    'smid smtyp emc partner rref referringsource algo action module pgtype region block campaign_id instance_id segment_id user_id regi_id nl te hp clicksource auth login unlocked_article_code sgrp src _r mabreward contentcollection version configuration contentplacement wt.nav ugrp variant',
  'nzz.ch': 'mktcid mktcval ga kid reduced',
  'onet.pl': 'srcc utm_* pid sid_source',
  'ozon.ru': 'partner',
  'politico.com': 'cid nname nid nrid nlid',
  'prvnizpravy.cz': 'xid',
  'rbc.ru': 'from',
  'reddit.com':
    'rdt share_id ref_* correlation_id $deep_link $3p $original_url _branch_* st sh post_fullname post_index solution js_challenge jsc_orig_r onetap_auto one_tap context',
  'repubblica.it': 'ref rss',
  'respekt.cz': DOP,
  'reuters.com': 'taid rpc feedtype feedname il edition-redirect',
  'ria.ru': 'in',
  'roblox.com': 'refpageid',
  'scmp.com': 'module pgtype campaign src registersource',
  'seznamzpravy.cz': DOP,
  'shutterstock.com': 'src',
  'sky.com': 'dcmp',
  'smh.com.au': 'ref btis collection',
  'snapchat.com': 'sc_referrer sc_ua share_id sid',
  'spiegel.de': 'b sara_ref sara_*',
  'spotify.com': 'si context nd dl_branch',
  'steampowered.com': 'snr curator_clanid',
  'substack.com': 'r s isfreemail triedredirect showwelcome publication_id post_id token autoplay open',
  'sueddeutsche.de': 'reduced ieg source',
  'swp.de': 'source',
  'techcrunch.com': YAHOO,
  'telegraph.co.uk': 'icid li_source li_medium',
  'teletrader.com': 'internal',
  'theatlantic.com': 'gift taid',
  'theguardian.com': 'cmp intcmp dcr filterkeyevents edition ref',
  'thunderbird.net': 'src',
  'tiktok.com':
    'u_code preview_pb _d _t _r timestamp user_id share_* source is_from_webapp sender_device sender_web_id is_copy_url web_id tt_from checksum sec_uid sec_user_id refer referer_*',
  'time.com': 'xid iid',
  'timesofindia.indiatimes.com': 'from',
  'tweakers.net': 'nb u',
  'twitch.com': 'tt_medium tt_content',
  'twitch.tv': 'tt_medium tt_content',
  'usatoday.com': 'gnt-cfr cid',
  'vanityfair.com': CONDE_NAST,
  'vivaldi.com': 'pk_campaign pk_kwd',
  'vk.com': 'ref from',
  'vogue.com': CONDE_NAST,
  'vox.com': '__c subscriber scrolla',
  'walmart.com': 'u1 ath*',
  'washingtonpost.com': 'wpisrc wpmm itid tid wprss s_l pwapi_token carta-url hpid',
  'weibo.cn': 'weibo_id dt_dapp',
  'weibo.com': 'weibo_id dt_dapp',
  'welt.de': 'wtrid cid',
  'wired.com': CONDE_NAST,
  'wkorea.com': 'ddw ds_ch',
  'wps.com': 'from',
  'wsj.com': 'mod reflink st ns mg desktopwebshare_permalink',
  'x.com': 's t src ref_src ref_url cn cxt',
  'ya.ru': 'lr redircnt clid',
  'yahoo.com': YAHOO,
  'yle.fi': 'origin',
  'yomiuri.co.jp': 'from',
  'youku.com': 'tpa',
  'youtube.com':
    'feature si kw pp ab_channel t start start_radio rv app embeds_* persist_app noapp has_verified sttick cbrd ucbrd themerefresh lc',
  'zdnet.com': 'ftag',
  'zeit.de': 'freebie',
  'zoho.com': 'iref',
  'taobao.com': ALIBABA,
  'tmall.com': ALIBABA,
};

/** By the name of a company with a domain in every country. */
export const BY_BRAND: Readonly<Record<string, string>> = {
  aliexpress: ALIBABA,
  amazon:
    'pd_rd_* pf_rd_* qid sr srs __mk_* spia ms3_c ie refrid colid coliid adid qualifier _encoding smid field-lbr_brands_browse-bin ref ref_ th sprefix crid keywords cv_ct_* linkcode linkid creativeasin ascsubtag aaxitk hsa_cr_id sb-ci-* rnid dchild camp creative s tag psc content-id dib dib_tag',
  bing: 'cvid form sk sp sc qs qp pq ghc',
  ebay: '_trkparms _trksid _from hash mkevt mkcid mkrid campid toolid customid amdata var_ itmmeta itmprp',
  google:
    'ved bi* gfe_* ei source gs_* site oq esrc uact cd cad gws_* atyp vet zx _u je dcr ie sei sa dpr btn* usg aqs sourceid sxsrf rlz pcampaignid iflsig sclient client',
  yandex: 'lr redircnt clid stid persistent_id msid from',
};
