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
