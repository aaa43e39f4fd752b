import { type ContractOperation, toInvalidFields } from '@auspex/contract'
import { type Observed, plainBody } from './observed.ts'
import type { Finding } from './violations.ts'

/** Checks each event of a finished stream by its name and its data. */
export function checkEvents({ events }: ContractOperation, observed: Observed): Finding[] {
  if (events === null) return []
  const text = new TextDecoder().decode(plainBody(observed)).replaceAll(/\r\n?/g, '\n')
  const details = text
    .slice(0, text.lastIndexOf('\n\n') + 1) // an event without its blank line was cut off and never counts
    .split('\n\n')
    .flatMap((block, place) => {
      const { name, data } = readEvent(block)
      if (data === null) return []
      const check = events.get(name)
      if (check === undefined)
        return [`event ${place + 1} is called ${name}, which is none of ${[...events.keys()].join(', ')}`]
      try {
        return toInvalidFields('body', check(JSON.parse(data))).map(
          ({ pointer, message }) => `event ${place + 1} (${name}) ${pointer} ${message}`,
        )
      } catch {
        return [`event ${place + 1} (${name}) is not JSON`]
      }
    })
  return details.length === 0 ? [] : [{ breach: 'invalid-event', details }]
}

function readEvent(block: string): { name: string; data: string | null } {
  let name = 'message'
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, key, value = ''] = /^([^:]+)(?:: ?(.*))?$/s.exec(line) ?? []
    if (key === 'event') name = value
    if (key === 'data') data.push(value)
  }
  return { name, data: data.length === 0 ? null : data.join('\n') }
}
