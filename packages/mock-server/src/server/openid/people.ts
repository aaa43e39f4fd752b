import type { DirectoryPerson } from '../../identity/directory.ts'

export type Person = DirectoryPerson

/** As many as a page lists. */
const mostListed = 50

/** The person with an id or an e-mail address. */
export function findPerson(people: readonly Person[], hint: string): Person | null {
  return (
    people.find(({ id, email }) => id === hint || (email !== null && email.toLowerCase() === hint.toLowerCase())) ??
    null
  )
}

export function listPeople(people: readonly Person[]): Person[] {
  return people.slice(0, mostListed)
}
