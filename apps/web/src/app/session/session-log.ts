/** Writes what happened to the session to the browser's console, which support asks people for. Never tokens. */
export function logSession(event: string, error?: unknown): void {
  console.info('[session]', event, ...(error === undefined ? [] : [error instanceof Error ? error.message : error]))
}
