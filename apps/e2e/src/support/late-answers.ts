/**
 * Runs in each page during `checks/late-answers`, before the app: requests and responses are delayed at random, and the page is occasionally busy for
 * up to 90 ms, so that it also renders later. Saves the timer functions before a journey installs a fake clock.
 */
export function holdAnswers(): void {
  const originalSetTimeout = window.setTimeout.bind(window)
  const now = performance.now.bind(performance)
  const send = window.fetch.bind(window)
  const pause = async (longest: number): Promise<void> => {
    const share = Math.random()
    const ms = share < 0.5 ? 0 : Math.random() * (share < 0.85 ? longest / 5 : longest)
    if (ms > 0) await new Promise((resolve) => originalSetTimeout(resolve, ms))
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
    originalSetTimeout(beBusy, 20 + Math.random() * 100)
  }
  originalSetTimeout(beBusy, 50)
}
