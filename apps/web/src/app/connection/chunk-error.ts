/** What every part of the app that could not be loaded says, whatever the browser calls it. */
const chunkErrorMessage = 'A part of the app could not be loaded'

/**
 * Gives failed dynamic imports one message. The router would answer the browsers' own by reloading the window at once,
 * which takes the whole app from a person who is offline.
 */
export const nameChunkErrors = (): void =>
  window.addEventListener('vite:preloadError', (event) => {
    event.payload.message = chunkErrorMessage
  })

/** How Chrome, Firefox and Safari, in this order, say that a module could not be loaded. */
const browserWords =
  /^(?:Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/

export const isChunkError = (error: unknown): boolean =>
  error instanceof Error && (error.message === chunkErrorMessage || browserWords.test(error.message))
