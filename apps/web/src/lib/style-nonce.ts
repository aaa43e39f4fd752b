/**
 * The nonce that the server wrote into this page. Its content security policy refuses styles without it that libraries put into the
 * page; empty where no server did, as under `vite`.
 */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// the library that keeps the page from scrolling under a dialog looks for it here
Object.assign(globalThis, { __webpack_nonce__: styleNonce })
