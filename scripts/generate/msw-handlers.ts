import { globSync, readFileSync, writeFileSync } from 'node:fs'

interface Place {
  readonly method: string
  readonly path: string
}

/** Seconds that the contract's example of a 429 asks to wait. */
const exampleWait = '20'

/**
 * Repairs the handlers that orval wrote: a 429 says how long to wait, and a handler leaves what belongs to a more exact path
 * to that path's own, in whichever order an app lists them. Of `/portfolio/:id` and `/portfolio/topic` msw would ask the first.
 */
export function repairMswHandlers(folder: string, places: readonly Place[]): void {
  for (const file of globSync(`${folder}/*/*.msw.ts`)) {
    const text = readFileSync(file, 'utf8')
      .replace(/(status: 429, headers: \{)/g, `$1 'Retry-After': '${exampleWait}',`)
      .replace(
        /^ {2}return http\.(\w+)\('\*(\/[^']*)', async \((info: [^{]*)\) => \{$/gm,
        (opening, method: string, route: string) => {
          const path = route.replace(/:(\w+)/g, '{$1}')
          const others = placesWithin({ method, path }, places)
          if (others.length === 0) return opening
          return `${opening}\n    if (/(?:${others.map(toPattern).join('|')})$/.test(new URL(info.request.url).pathname)) return undefined`
        },
      )
    writeFileSync(file, text)
  }
}

/**
 * Operations with a more exact path whose requests the pattern of a place takes too: a longer path, for the pattern begins with
 * a star, or one with a word of the contract where the place has a name.
 */
export function placesWithin({ method, path }: Place, places: readonly Place[]): string[] {
  const own = segmentsOf(path)
  const isWithin = (other: Place): boolean => {
    const last = segmentsOf(other.path).slice(-own.length)
    return last.length === own.length && own.every((segment, index) => isName(segment) || segment === last[index])
  }
  return places
    .filter((other) => other.method === method && other.path !== path && isWithin(other))
    .map((other) => other.path)
}

function segmentsOf(path: string): string[] {
  return path.split('/').slice(1)
}

function isName(segment: string): boolean {
  return segment.startsWith('{')
}

function toPattern(path: string): string {
  return path
    .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replaceAll('/', '\\/')
    .replaceAll(/\{\w+\}/g, '[^/]+')
}
