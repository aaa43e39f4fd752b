/**
 * The nonce that the server wrote into this page. Its content security policy blocks styles without it that libraries inject;
 * empty without a server, as under `vite`.
 */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// the library that locks the scrolling of the page under a dialog reads it from here
Object.assign(globalThis, { __webpack_nonce__: styleNonce })
