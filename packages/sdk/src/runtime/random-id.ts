/** A globally unique id. */
// Not crypto.randomUUID, which browsers withhold from pages without TLS.
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
