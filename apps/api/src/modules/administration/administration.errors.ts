import { CodedError } from '../../kernel/errors.ts'

const notFound = (code: string, title: string, detail: string) =>
  new CodedError({ kind: 'not_found', code, title, detail })
const conflict = (code: string, title: string, detail: string) =>
  new CodedError({ kind: 'conflict', code, title, detail })

export const organizationNotFound = () =>
  notFound('organizations.not_found', 'There is no such organization', 'Load the list of organizations again.')

export const groupNotFound = () =>
  notFound('groups.not_found', 'There is no such group', 'Load the list of groups again.')

export const userNotFound = () =>
  notFound('users.not_found', 'There is no such person', 'Load the list of people again.')

export const moduleNotFound = (known: readonly string[]) =>
  notFound('modules.not_found', 'There is no such module', `The modules are ${known.join(', ')}.`)

export const memberNotFound = () =>
  notFound('groups.member_not_found', 'The person is not in this group', 'Load the list of the group again.')

export const organizationNameTaken = () =>
  conflict('organizations.name_taken', 'Another organization has this name', 'Choose another name.')

export const groupNameTaken = () =>
  conflict(
    'groups.name_taken',
    'The organization has a group of this name',
    'Choose another name. The name by which the identity provider knows a group is taken too.',
  )

export const emailTaken = () =>
  conflict('users.email_taken', 'Somebody has this e-mail address', 'Search the list of people for the address.')

export const memberElsewhere = () =>
  conflict(
    'groups.member_of_other_organization',
    'The person belongs to another organization',
    'A group takes people of its own organization.',
  )

export const memberAlready = () =>
  conflict('groups.member_already', 'The person is in this group already', 'There is nothing to do.')

export const groupFull = (most: number) =>
  conflict('groups.full', `The group has ${most.toLocaleString('en')} people`, 'Make another group.')

export const selfDisabled = () =>
  conflict(
    'users.self_disabled',
    'Nobody can disable themself',
    'Let another administrator do it, so that somebody is left who can undo it.',
  )

export const cursorInvalid = () =>
  new CodedError({
    kind: 'invalid',
    code: 'request.cursor_invalid',
    title: 'The cursor does not continue this list',
    detail: 'Ask for the first page again, and continue with the nextCursor that it gives.',
    fields: [{ in: 'query', pointer: '/cursor', message: 'must be the nextCursor of this list' }],
  })
