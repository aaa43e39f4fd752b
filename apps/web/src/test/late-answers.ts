/** The delay of a request or its response in milliseconds: none for half of them, so that many overtake each other. */
const drawDelay = (): number => (Math.random() < 0.5 ? 0 : Math.random() * 75)

// independent of fake timers
const later = globalThis.setTimeout.bind(globalThis)

const pause = async (): Promise<void> => {
  const ms = drawDelay()
  if (ms > 0) await new Promise((resolve) => later(resolve, ms))
}

/** Delays every request of the app and every response at random (`checks/late-answers`). */
export const delayResponses = (): void => {
  const send = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    await pause()
    const answer = await send(input, init)
    await pause()
    return answer
  }
}
