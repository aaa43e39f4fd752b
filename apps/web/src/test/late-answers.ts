/** Milliseconds that a request or its answer is held back: none for half of them, so that many overtake each other. */
const drawDelay = (): number => (Math.random() < 0.5 ? 0 : Math.random() * 75)

// a clock that a test winds by hand is not this one
const later = globalThis.setTimeout.bind(globalThis)

const pause = async (): Promise<void> => {
  const ms = drawDelay()
  if (ms > 0) await new Promise((resolve) => later(resolve, ms))
}

/** Makes every request of the app and every answer to it come later, at random (`checks/late-answers`). */
export const holdAnswers = (): void => {
  const send = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    await pause()
    const answer = await send(input, init)
    await pause()
    return answer
  }
}
