/** How long keyboard input must pause, in milliseconds, before the chosen days are fetched. */
export const restMs = 250
