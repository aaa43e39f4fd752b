/** Where the stack of this run answers, for example `http://localhost:40123`. */
export function stackUrl(): string {
  return read('AUSPEX_E2E_URL')
}

/** The data folder of the stack of this run. */
export function stackDataDir(): string {
  return read('AUSPEX_E2E_DATA')
}

function read(variable: string): string {
  const value = process.env[variable]
  if (value === undefined) throw new Error(`${variable} is set by global-setup.ts, which did not run`)
  return value
}
