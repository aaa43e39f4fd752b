import { globSync, readFileSync, writeFileSync } from 'node:fs'

interface Place {
  readonly method: string
  readonly path: string
}

/** Retry-After, in seconds, of the contract's example of a 429. */
const exampleWait = '20'

/**
 * Repairs orval's handlers: a 429 states how long to wait, and a handler passes on requests that a more exact path matches, whatever order
 * an app lists them in. Of `/portfolio/:id` and `/portfolio/topic`, msw would pick whichever is listed first.
 */
export function repairMswHandlers(folder: string, places: readonly Place[]): void {
  for (const file of globSync(`${folder}/*/*.msw.ts`)) {
    const text = readFileSync(file, 'utf8')
      .replace(/(status: 429, headers: \{)/g, `$1 'Retry-After': '${exampleWait}',`)
      .replace(
        /^ {2}return http\.(\w+)\('\*(\/[^']*)', async \((info: [^{]*)\) => \{$/gm,
        (opening, method: string, route: string) => {
          const path = route.replace(/:(\w+)/g, '{$1}')
          const exactPaths = placesWithin({ method, path }, places)
          if (exactPaths.length === 0) return opening
          return `${opening}\n    if (/(?:${exactPaths.map(toPattern).join('|')})$/.test(new URL(info.request.url).pathname)) return undefined`
        },
      )
    writeFileSync(file, text)
  }
}

/**
 * Operations with a more exact path whose requests a place's pattern also matches: a longer path, because the pattern begins with
 * a star, or a path with a literal segment where the place has a parameter.
 */
export function placesWithin({ method, path }: Place, places: readonly Place[]): string[] {
  const ownSegments = segmentsOf(path)
  const isWithin = (other: Place): boolean => {
    const last = segmentsOf(other.path).slice(-ownSegments.length)
    return (
      last.length === ownSegments.length &&
      ownSegments.every((segment, index) => isName(segment) || segment === last[index])
    )
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
