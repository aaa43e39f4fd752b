import type { ContractDocument } from '@auspex/contract'

/** A change of the contract that the server does not follow. */
export interface ContractDrift {
  name: string
  operationId: string
  change(document: ContractDocument): void
}

interface Loose {
  [key: string]: Loose
}

/** Lets a drift reach any place in a document; fails loudly if that place no longer exists. */
function at(document: ContractDocument, ...steps: string[]): Loose {
  let place = document as unknown as Loose // a document is nested objects
  for (const step of steps) {
    const next: Loose | undefined = place[step]
    if (next === undefined) throw new Error(`The contract has no ${steps.join(' → ')}`)
    place = next
  }
  return place
}

function schema(document: ContractDocument, name: string) {
  return at(document, 'components', 'schemas', name)
}

function put(place: Loose, key: string, value: unknown): void {
  place[key] = value as Loose // written as JSON
}

function append(place: Loose, key: string, value: string): void {
  put(place, key, [...((place[key] as unknown as string[] | undefined) ?? []), value])
}

function rename(place: Loose, from: string, to: string): void {
  put(place, to, place[from])
  delete place[from]
}

function parameters(document: ContractDocument, path: string, method: string) {
  return at(document, 'paths', path, method)['parameters'] as unknown as Loose[]
}

export const contractDrifts: readonly ContractDrift[] = [
  {
    name: 'a reply gains a required field',
    operationId: 'getMe',
    change: (document) => {
      put(at(document, 'components', 'schemas', 'UserProfile', 'properties'), 'team', { type: 'string', maxLength: 60 })
      append(schema(document, 'UserProfile'), 'required', 'team')
    },
  },
  {
    name: 'a field of a reply gets another name',
    operationId: 'getMe',
    change: (document) => {
      rename(at(document, 'components', 'schemas', 'UserProfile', 'properties'), 'contacts', 'colleagues')
      put(schema(document, 'UserProfile'), 'required', ['colleagues'])
    },
  },
  {
    name: 'a field of a reply becomes a number',
    operationId: 'listIndustries',
    change: (document) =>
      put(at(document, 'components', 'schemas', 'Industry', 'properties', 'name'), 'type', 'integer'),
  },
  {
    name: 'a field may no longer be null',
    operationId: 'saveRecentSearch',
    change: (document) =>
      put(at(document, 'components', 'schemas', 'QueryEcho', 'properties', 'geo'), 'type', 'string'),
  },
  {
    name: 'texts get shorter',
    operationId: 'listCategories',
    change: (document) => put(at(document, 'components', 'schemas', 'Category', 'properties', 'name'), 'maxLength', 2),
  },
  {
    name: 'lists get shorter',
    operationId: 'listCategories',
    change: (document) =>
      put(at(document, 'components', 'schemas', 'CategoryList', 'properties', 'items'), 'maxItems', 1),
  },
  {
    name: 'an id gets another form',
    operationId: 'smartRedirect',
    change: (document) => put(schema(document, 'SignalId'), 'pattern', '^signal_[0-9]+$'),
  },
  {
    name: 'a state gets another name',
    operationId: 'startImport',
    change: (document) =>
      put(at(document, 'components', 'schemas', 'Import', 'properties', 'state'), 'enum', ['open', 'closed']),
  },
  {
    name: 'success is 201 now',
    operationId: 'saveRecentSearch',
    change: (document) => rename(at(document, 'paths', '/explore/saveRecentSearch', 'post', 'responses'), '200', '201'),
  },
  {
    name: 'an operation moves',
    operationId: 'listRecentSearches',
    change: (document) => rename(at(document, 'paths'), '/recentSearches', '/searches/recent'),
  },
  {
    name: 'an operation gets another method',
    operationId: 'clearRecentSearches',
    change: (document) => rename(at(document, 'paths', '/explore/clearRecentSearches'), 'post', 'delete'),
  },
  {
    name: 'a request gains a required field',
    operationId: 'startImport',
    change: (document) => {
      put(at(document, 'components', 'schemas', 'StartImportInput', 'properties'), 'licence', {
        type: 'string',
        maxLength: 60,
      })
      append(schema(document, 'StartImportInput'), 'required', 'licence')
    },
  },
  {
    name: 'a field of a request gets another type',
    operationId: 'smartRedirect',
    change: (document) =>
      put(at(document, 'components', 'schemas', 'SmartRedirectInput', 'properties', 'trend_name'), 'type', 'integer'),
  },
  {
    name: 'a query parameter gets another name',
    operationId: 'listGeneralTrends',
    change: (document) => {
      for (const parameter of parameters(document, '/explore/generalTrends', 'get'))
        if ((parameter['name'] as unknown) === 'limit') put(parameter, 'name', 'top')
    },
  },
  {
    name: 'a query parameter allows more',
    operationId: 'listGeneralTrends',
    change: (document) => {
      for (const parameter of parameters(document, '/explore/generalTrends', 'get'))
        if ((parameter['name'] as unknown) === 'limit')
          put(parameter, 'schema', { type: 'integer', minimum: 200, maximum: 400 })
    },
  },
  {
    name: 'failures have another media type',
    operationId: 'startImport',
    change: (document) =>
      rename(
        at(document, 'components', 'responses', 'Invalid', 'content'),
        'application/problem+json',
        'application/json',
      ),
  },
]
