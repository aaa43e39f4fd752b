/**
 * Runs in each page of a run of `checks/late-answers`, before the app: requests and answers come later, at random, and the page is busy for up to 90 ms now and
 * then, so that it draws later too. The functions are taken before a journey winds the clock by hand.
 */
export function holdAnswers(): void {
  const later = window.setTimeout.bind(window)
  const now = performance.now.bind(performance)
  const send = window.fetch.bind(window)
  const pause = async (longest: number): Promise<void> => {
    const share = Math.random()
    const ms = share < 0.5 ? 0 : Math.random() * (share < 0.85 ? longest / 5 : longest)
    if (ms > 0) await new Promise((resolve) => later(resolve, ms))
  }
  window.fetch = async (input, init) => {
    await pause(150)
    const answer = await send(input, init)
    await pause(500)
    return answer
  }
  const beBusy = () => {
    const end = now() + (Math.random() < 0.3 ? Math.random() * 90 : 0)
    while (now() < end);
    later(beBusy, 20 + Math.random() * 100)
  }
  later(beBusy, 50)
}
