import type { CallerRules, ContractDocument } from '@auspex/contract'
import { valueAt, type Fields, isFields } from '../state/fields.ts'
import type { Store } from '../state/store.ts'
import type { Caller } from './caller.ts'

/** What the directory adds to a caller's token. */
export interface Facts {
  id: string
  email: string | null
  name: string | null
  organization: Fields
  groups: Fields[]
  colleagues: Fields[]
  roles: string[]
  modules: Fields[]
}

/** A person of the directory, as an identity provider describes them. */
export interface DirectoryPerson {
  id: string
  name: string | null
  email: string | null
  organizationId: string
  organizationName: string
  groups: string[]
  roles: string[]
}

/** Parses `x-caller`; null when the contract has none. */
export function readCallerRules(document: ContractDocument): CallerRules | null {
  for (const item of Object.values(document.paths)) {
    const rules = item.get?.['x-caller']
    if (rules !== undefined) return rules
  }
  return null
}

/**
 * The people, organizations and groups of a mock: collections of the contract, so that administrators can change and testers seed them. Names of
 * unknown people are derived from their ids: `org_contoso.usr_ana` is Ana of Contoso.
 */
export class Directory {
  readonly #rules: CallerRules | null
  readonly #store: Store
  readonly #now: () => string

  constructor(rules: CallerRules | null, { store, now }: { store: Store; now: () => string }) {
    this.#rules = rules
    this.#store = store
    this.#now = now
  }

  /** Records a caller on their first request, as the server does, so that administrators see and change them. */
  meet(caller: Caller): void {
    const { userId: id, organizationId } = caller
    if (this.#rules?.people === undefined || this.#personOf(id) !== undefined) return
    const { name, email: known } = this.factsOf(caller, [])
    // a generated address may already be in use
    const isTaken = this.#peopleOf().some((other) => this.#personOf(other.id)?.['email'] === known)
    const email = isTaken ? `${id}@${stemOf(organizationId)}.example` : known
    const [firstName = id, ...others] = (name ?? id).split(' ')
    const item = {
      id,
      firstName,
      lastName: others.join(' ') || null,
      email,
      organizationId,
      // roles of one token do not apply to the next
      groupIds: [],
      roles: ['member'],
      modules: [],
      createdAt: this.#now(),
      lastSeenAt: this.#now(),
      disabledAt: null,
    }
    this.#store.add(this.#rules.people, { id, item, organizationId, userId: id, progress: null })
  }

  /** The caller with additional roles from the directory, and the groups that contain others. */
  complete(caller: Caller): Caller {
    const roles = textsOf(this.#itemOf(this.#rules?.people, caller.userId)?.['roles'])
    return { ...caller, roles: [...new Set([...caller.roles, ...roles])], otherGroups: this.#otherGroupsOf(caller) }
  }

  /** Whether an administrator disabled the caller's account, or one module. */
  accessOf({ userId }: Caller): { isDisabled: boolean; off: ReadonlySet<string> } {
    const person = this.#itemOf(this.#rules?.people, userId)
    const off = switchesOf(person).flatMap(([module, access]) => (access ? [] : [module]))
    return { isDisabled: (person?.['disabledAt'] ?? null) !== null, off: new Set(off) }
  }

  factsOf(caller: Caller, modules: readonly unknown[]): Facts {
    const person = this.#personOf(caller.userId)
    const organization = this.#itemOf(this.#rules?.organizations, caller.organizationId)
    const switches = new Map(switchesOf(person))
    return {
      id: caller.userId,
      email:
        textOf(person?.['email']) ??
        caller.email ??
        `${stemOf(caller.userId)}@${stemOf(caller.organizationId)}.example`,
      name: (person === undefined ? null : nameOf(person)) ?? caller.name ?? capitalize(stemOf(caller.userId)),
      organization: {
        id: caller.organizationId,
        name: textOf(organization?.['name']) ?? capitalize(stemOf(caller.organizationId)),
      },
      groups: this.#groupsOf(caller),
      colleagues: this.#colleaguesOf(caller),
      roles: [...caller.roles],
      modules: modules
        .filter(isFields)
        .map((each) => ({ ...each, access: switches.get(String(each['module'])) ?? true })),
    }
  }

  /** All people, by name. */
  people(): DirectoryPerson[] {
    return this.#peopleOf()
      .map(({ id, organizationId }) => {
        const caller = this.complete({ userId: id, organizationId, roles: ['member'] })
        const { name, email, organization, groups, roles } = this.factsOf(caller, [])
        const names = groups.map((group) => String(group['name']))
        return {
          id,
          name,
          email,
          organizationId,
          organizationName: String(organization['name']),
          groups: names,
          roles,
        }
      })
      .toSorted(byName)
  }

  #itemOf(collection: string | undefined, id: string): Fields | undefined {
    return collection === undefined ? undefined : this.#store.find(collection, id)?.item
  }

  #rowsOf(collection: string | undefined): Fields[] {
    return collection === undefined ? [] : this.#store.rows(collection).map(({ item }) => item)
  }

  /** A row of the directory, or the member entry of a group. */
  #personOf(id: string): Fields | undefined {
    return (
      this.#itemOf(this.#rules?.people, id) ??
      this.#rowsOf(this.#rules?.groups)
        .flatMap(membersOf)
        .find((member) => member['id'] === id)
    )
  }

  #groupsOf({ userId, organizationId }: Caller): Fields[] {
    const named = textsOf(this.#itemOf(this.#rules?.people, userId)?.['groupIds'])
    return this.#rowsOf(this.#rules?.groups)
      .filter((group) => group['organizationId'] === organizationId)
      .filter((group) => named.includes(String(group['id'])) || membersOf(group).some(({ id }) => id === userId))
      .map(({ id, name }) => ({ id, name }))
      .toSorted(byName)
  }

  #otherGroupsOf(caller: Caller): Set<string> {
    const own = new Set(this.#groupsOf(caller).map(({ id }) => id))
    return new Set(this.#rowsOf(this.#rules?.groups).flatMap(({ id }) => (own.has(id) ? [] : [String(id)])))
  }

  #colleaguesOf({ userId, organizationId }: Caller): Fields[] {
    const own = (item: Fields) => item['organizationId'] === organizationId
    const members = this.#rowsOf(this.#rules?.groups).filter(own).flatMap(membersOf)
    const people = [...this.#rowsOf(this.#rules?.people).filter(own), ...members].filter(({ id }) => id !== userId)
    const once = new Map(people.map((person) => [person['id'], person]))
    return [...once.values()]
      .map((person) => ({ ...pick(person, ['id', 'email']), name: nameOf(person) }))
      .toSorted(byName)
  }

  #peopleOf(): { id: string; organizationId: string }[] {
    const members = this.#rowsOf(this.#rules?.groups).flatMap((group) =>
      membersOf(group).map((member) => ({ ...member, organizationId: group['organizationId'] })),
    )
    const all: Fields[] = [...members, ...this.#rowsOf(this.#rules?.people)]
    const once = new Map(all.map((person) => [String(person['id']), String(person['organizationId'])]))
    return [...once].map(([id, organizationId]) => ({ id, organizationId }))
  }
}

function switchesOf(person: Fields | undefined): [module: string, access: boolean][] {
  const modules: unknown = person?.['modules']
  return (Array.isArray(modules) ? modules : [])
    .filter(isFields)
    .map(({ module, access }) => [String(module), access !== false])
}

function membersOf(group: Fields): Fields[] {
  const users = valueAt(group, '/users')
  return Array.isArray(users) ? users.filter(isFields) : []
}

function nameOf({ firstName, lastName, name }: Fields): string | null {
  const fullName = [firstName, lastName].filter((part) => typeof part === 'string').join(' ')
  return fullName === '' ? textOf(name) : fullName
}

function byName(left: { name?: unknown }, right: { name?: unknown }): number {
  return String(left.name) < String(right.name) ? -1 : 1
}

function pick(item: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, item[name] ?? null]))
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** The part of an id after its prefix. */
function stemOf(id: string): string {
  return id.slice(id.indexOf('_') + 1)
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
