/** Logs session events to the browser's console, whose output support asks people for. Never tokens. */
export function logSession(event: string, error?: unknown): void {
  console.info('[session]', event, ...(error === undefined ? [] : [error instanceof Error ? error.message : error]))
}
