type Fields = Record<string, unknown>

/** Pairs of fields whose first value must not exceed the second. */
const pairs: readonly (readonly [string, string])[] = [
  ['low', 'high'],
  ['low', 'value'],
  ['value', 'high'],
  ['lower', 'upper'],
  ['min', 'max'],
  ['from', 'to'],
  ['start', 'end'],
  ['startDate', 'endDate'],
  ['startedAt', 'finishedAt'],
  ['startedAt', 'endedAt'],
  ['createdAt', 'updatedAt'],
  ['createdAt', 'expiresAt'],
  ['sentAt', 'readAt'],
  ['firstDay', 'lastDay'],
  ['firstPublishedAt', 'lastPublishedAt'],
  ['low80', 'high80'],
  ['low50', 'high50'],
  ['low95', 'high95'],
  ['engagementLow', 'engagementHigh'],
  ['documentsStored', 'documentsSeen'],
  ['stepsEnded', 'stepCount'],
]

/** Reports violated relations between the values of a body: intervals, the order of times, page envelopes, and spans within their texts. */
export function brokenInvariants(value: unknown, place = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => brokenInvariants(each, `${place}/*`))
  if (!isFields(value)) return []
  const inner = Object.entries(value).flatMap(([name, each]) => brokenInvariants(each, `${place}/${name}`))
  return [...orderFaults(value, place), ...pageFaults(value, place), ...spanFaults(value, place), ...inner]
}

function orderFaults(item: Fields, place: string): string[] {
  return pairs.flatMap(([lower, upper]) => {
    const [left, right] = [item[lower], item[upper]]
    if (typeof left !== typeof right || (typeof left !== 'number' && typeof left !== 'string')) return []
    return isBefore(left, right as typeof left) ? [] : [`${place}: ${lower} is above ${upper}`]
  })
}

function isBefore(left: string | number, right: string | number): boolean {
  return typeof left === 'number' ? left <= Number(right) : left <= String(right)
}

function pageFaults({ items, page }: Fields, place: string): string[] {
  if (!Array.isArray(items) || !isFields(page)) return []
  const { total, perPage, totalPages } = page as Record<string, number> // the envelope, by its schema
  if (total === undefined || perPage === undefined) return []
  return [
    ...(items.length > perPage ? [`${place}: more items than a page has`] : []),
    ...(items.length > total ? [`${place}: more items than there are`] : []),
    ...(totalPages === Math.ceil(total / perPage) ? [] : [`${place}: as many pages as do not follow from its items`]),
  ]
}

function spanFaults(item: Fields, place: string): string[] {
  const { highlights, text, content } = item
  const lists = isFields(highlights)
    ? Object.entries(highlights)
    : Array.isArray(highlights)
      ? [['text', highlights]]
      : []
  return lists.flatMap(([name, spans]) => {
    const of: unknown = name === 'text' ? (text ?? content) : item[String(name)]
    const length = typeof of === 'string' ? of.length : 0
    return (Array.isArray(spans) ? spans : []).flatMap((span: unknown) => {
      const [start, end] = Array.isArray(span) ? (span as number[]) : [0, 0] // spans, by their schema
      return start !== undefined && end !== undefined && start <= end && end <= length
        ? []
        : [`${place}: a highlight outside of ${String(name)}`]
    })
  })
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
