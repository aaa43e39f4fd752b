/** A public key encodes the address of an Auspex runtime; it grants no access and may be in any page. */
const prefix = 'pk_'

/** The public key of a runtime, which an app can use instead of an address. */
export const createPublicKey = (runtimeUrl: string): string =>
  prefix +
  btoa(new URL(runtimeUrl).href.replace(/\/+$/, '')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** The runtime address in a public key. */
export const readPublicKey = (publicKey: string): string => {
  const text = publicKey.startsWith(prefix) ? decode(publicKey.slice(prefix.length)) : null
  const url = text === null ? null : URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error('The publicKey names no runtime. Copy it whole, or give a runtimeUrl such as /assistant instead')
  return url.href.replace(/\/+$/, '')
}

const decode = (text: string): string | null => {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return null
  }
}
