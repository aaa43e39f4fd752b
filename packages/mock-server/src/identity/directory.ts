import type { CallerRules, ContractDocument } from '@auspex/contract'
import { valueAt } from '../state/pointer.ts'
import { type Fields, isFields } from '../state/request-fields.ts'
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

/** The people, organizations and groups of a mock: collections of the contract, so that administrators can change and testers seed them. */
export interface Directory {
  /** Records a caller on their first request, as the server does, so that administrators see and change them. */
  meet(caller: Caller): void
  /** The caller with additional roles from the directory, and the groups that contain others. */
  complete(caller: Caller): Caller
  /** Whether an administrator disabled the caller's account, or one module. */
  accessOf(caller: Caller): { isDisabled: boolean; off: ReadonlySet<string> }
  factsOf(caller: Caller, modules: readonly unknown[]): Facts
  /** All people, by name. */
  people(): DirectoryPerson[]
}

/** Parses `x-caller`; null when the contract has none. */
export function readCallerRules(document: ContractDocument): CallerRules | null {
  for (const item of Object.values(document.paths)) {
    const rules = item.get?.['x-caller']
    if (rules !== undefined) return rules
  }
  return null
}

/** A directory in the store. Names of unknown people are derived from their ids: `org_contoso.usr_ana` is Ana of Contoso. */
export function createDirectory(
  rules: CallerRules | null,
  { store, now }: { store: Store; now: () => string },
): Directory {
  const itemOf = (collection: string | undefined, id: string): Fields | undefined =>
    collection === undefined ? undefined : store.find(collection, id)?.item
  const rowsOf = (collection: string | undefined): Fields[] =>
    collection === undefined ? [] : store.rows(collection).map(({ item }) => item)

  /** A row of the directory, or the member entry of a group. */
  function personOf(id: string): Fields | undefined {
    return (
      itemOf(rules?.people, id) ??
      rowsOf(rules?.groups)
        .flatMap(membersOf)
        .find((member) => member['id'] === id)
    )
  }

  function groupsOf({ userId, organizationId }: Caller): Fields[] {
    const named = textsOf(itemOf(rules?.people, userId)?.['groupIds'])
    return rowsOf(rules?.groups)
      .filter((group) => group['organizationId'] === organizationId)
      .filter((group) => named.includes(String(group['id'])) || membersOf(group).some(({ id }) => id === userId))
      .map(({ id, name }) => ({ id, name }))
      .toSorted(byName)
  }

  function otherGroupsOf(caller: Caller): Set<string> {
    const own = new Set(groupsOf(caller).map(({ id }) => id))
    return new Set(rowsOf(rules?.groups).flatMap(({ id }) => (own.has(id) ? [] : [String(id)])))
  }

  function colleaguesOf({ userId, organizationId }: Caller): Fields[] {
    const own = (item: Fields) => item['organizationId'] === organizationId
    const members = rowsOf(rules?.groups).filter(own).flatMap(membersOf)
    const people = [...rowsOf(rules?.people).filter(own), ...members].filter(({ id }) => id !== userId)
    const once = new Map(people.map((person) => [person['id'], person]))
    return [...once.values()]
      .map((person) => ({ ...pick(person, ['id', 'email']), name: nameOf(person) }))
      .toSorted(byName)
  }

  function peopleOf(): { id: string; organizationId: string }[] {
    const members = rowsOf(rules?.groups).flatMap((group) =>
      membersOf(group).map((member) => ({ ...member, organizationId: group['organizationId'] })),
    )
    const all: Fields[] = [...members, ...rowsOf(rules?.people)]
    const once = new Map(all.map((person) => [String(person['id']), String(person['organizationId'])]))
    return [...once].map(([id, organizationId]) => ({ id, organizationId }))
  }

  return {
    meet(caller) {
      const { userId: id, organizationId } = caller
      if (rules?.people === undefined || personOf(id) !== undefined) return
      const { name, email: known } = this.factsOf(caller, [])
      // a generated address may already be in use
      const isTaken = peopleOf().some((other) => personOf(other.id)?.['email'] === known)
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
        createdAt: now(),
        lastSeenAt: now(),
        disabledAt: null,
      }
      store.add(rules.people, { id, item, organizationId, userId: id, progress: null })
    },
    complete(caller) {
      const roles = textsOf(itemOf(rules?.people, caller.userId)?.['roles'])
      return { ...caller, roles: [...new Set([...caller.roles, ...roles])], otherGroups: otherGroupsOf(caller) }
    },
    accessOf({ userId }) {
      const person = itemOf(rules?.people, userId)
      const off = switchesOf(person).flatMap(([module, access]) => (access ? [] : [module]))
      return { isDisabled: (person?.['disabledAt'] ?? null) !== null, off: new Set(off) }
    },
    factsOf(caller, modules) {
      const person = personOf(caller.userId)
      const organization = itemOf(rules?.organizations, caller.organizationId)
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
        groups: groupsOf(caller),
        colleagues: colleaguesOf(caller),
        roles: [...caller.roles],
        modules: modules
          .filter(isFields)
          .map((each) => ({ ...each, access: switches.get(String(each['module'])) ?? true })),
      }
    },
    people() {
      return peopleOf()
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
    },
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
  const whole = [firstName, lastName].filter((part) => typeof part === 'string').join(' ')
  return whole === '' ? textOf(name) : whole
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
