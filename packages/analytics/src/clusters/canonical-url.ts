import type { ImportDocument, SourceKey } from '@auspex/sdk/types'
import { compareText } from '../text/compare-text.ts'

const trackingNames = new Set(
  (
    'fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid twclid ttclid li_fat_id igshid mc_cid mc_eid _hsenc _hsmi ' +
    'mkt_tok oly_anon_id oly_enc_id vero_id wickedid s_cid cmpid ncid ref_src ref_url guccounter guce_referrer ' +
    'guce_referrer_sig spm smid ocid xtor at_medium at_campaign'
  ).split(' '),
)
const trackingPrefixes = ['utm_', 'pk_', 'mtm_', 'hsa_']

/**
 * Normalises a web address so that two addresses of one page are equal: lower-case host without "www.", no fragment, no
 * tracking parameters, no default port, sorted query, no trailing slash, https for http. Null when the text is not an
 * http(s) address. The result identifies a page; it may not be reachable.
 */
export function canonicalUrl(url: string): string | null {
  const parsed = URL.parse(url.trim())
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return null
  const port = parsed.port === '80' || parsed.port === '443' ? '' : parsed.port
  const host = parsed.hostname.replace(/^www\./, '').replace(/\.$/, '')
  const path = parsed.pathname.replace(/\/+$/, '')
  return `https://${host}${port === '' ? '' : `:${port}`}${path}${canonicalSearch(parsed.searchParams)}`
}

/** An address as it is stored, and its canonical form; both are null unless it is http or https, because reports, exports and clients link to it. */
export function webAddress(written: string): { url: string | null; canonical: string | null } {
  const url = written.trim()
  const canonical = /^https?:\/\//i.test(url) ? canonicalUrl(url) : null
  return { url: canonical === null ? null : url, canonical }
}

/** The file reader's outlet for a row that names neither a source nor an address. */
export const unnamedOutlet = 'imported'

/**
 * What identifies a document, as a text, the same each time the document is read: the source's own id, else the canonical form of its
 * address, else what was published when and where. A demo document is never equal to a real one.
 *
 * Files come from anywhere, so the id of an imported document counts only within its outlet, and without an outlet only together with its content:
 * the first row of two files may be called 1 in both.
 */
export function documentIdentity(
  document: Pick<ImportDocument, 'nativeId' | 'outlet' | 'publishedAt' | 'title' | 'body'> & { sourceKey: SourceKey },
  canonical: string | null,
): string {
  const { sourceKey, nativeId, outlet, publishedAt, title, body } = document
  if (nativeId !== null && sourceKey === 'imported') {
    const text = outlet === unnamedOutlet ? [publishedAt, title, body] : []
    return JSON.stringify(['imported', outlet, nativeId, ...text])
  }
  if (nativeId !== null) return `native ${sourceKey} ${nativeId}`
  const world = sourceKey === 'demo' ? 'demo' : 'real'
  if (canonical !== null) return `url ${world} ${canonical}`
  return JSON.stringify(['text', world, outlet, publishedAt, title, body])
}

function canonicalSearch(parameters: URLSearchParams): string {
  const keptParameters = [...parameters].filter(([name]) => !isTracking(name.toLowerCase()))
  if (keptParameters.length === 0) return ''
  keptParameters.sort(([nameA, valueA], [nameB, valueB]) => compareText(nameA, nameB) || compareText(valueA, valueB))
  return `?${new URLSearchParams(keptParameters).toString()}`
}

function isTracking(name: string): boolean {
  return trackingNames.has(name) || trackingPrefixes.some((prefix) => name.startsWith(prefix))
}

/** Second-level domains under which a country registers names, as in example.co.uk. */
const registries = new Set(['ac', 'co', 'com', 'edu', 'gov', 'net', 'or', 'org'])

/**
 * The site behind an outlet: `edition.cnn.com` and `cnn.com` are one. A name that is not a host name is returned as it is. A rule rather than the
 * list of public suffixes, so customers of one host (`a.github.io`) count as one site.
 */
export function siteOf(outlet: string): string {
  const labels = outlet.toLowerCase().split('.')
  if (labels.length < 3 || labels.some((label) => !/^[a-z0-9-]+$/.test(label))) return outlet
  const isUnderRegistry = labels.at(-1)?.length === 2 && registries.has(labels.at(-2) ?? '')
  return labels.slice(isUnderRegistry ? -3 : -2).join('.')
}
