/** The message for every part of the app that could not be loaded, whatever the browser's own message is. */
const chunkErrorMessage = 'A part of the app could not be loaded'

/**
 * Gives failed dynamic imports one message. The router would respond to the browsers' own messages by reloading the window
 * immediately, which leaves a person who is offline without the app.
 */
export const nameChunkErrors = (): void =>
  window.addEventListener('vite:preloadError', (event) => {
    event.payload.message = chunkErrorMessage
  })

/** The messages of Chrome, Firefox and Safari, in this order, for a module that could not be loaded. */
const browserWords =
  /^(?:Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/

export const isChunkError = (error: unknown): boolean =>
  error instanceof Error && (error.message === chunkErrorMessage || browserWords.test(error.message))
