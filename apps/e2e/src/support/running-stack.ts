/** Address of this run's stack, for example `http://localhost:40123`. */
export function stackUrl(): string {
  return readVariable('AUSPEX_E2E_URL')
}

/** Data folder of this run's stack. */
export function stackDataDir(): string {
  return readVariable('AUSPEX_E2E_DATA')
}

function readVariable(variable: string): string {
  const value = process.env[variable]
  if (value === undefined) throw new Error(`${variable} is set by global-setup.ts, which did not run`)
  return value
}
