/** An id that nobody else has. */
// Not crypto.randomUUID, which browsers withhold from pages that are served without TLS.
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
