import { CodedError } from '../../../kernel/errors.ts'

function notFound(code: string, title: string, detail: string): CodedError {
  return new CodedError({ kind: 'not_found', code, title, detail })
}
function conflict(code: string, title: string, detail: string): CodedError {
  return new CodedError({ kind: 'conflict', code, title, detail })
}

export function organizationNotFound(): CodedError {
  return notFound('organizations.not_found', 'There is no such organization', 'Load the list of organizations again.')
}

export function groupNotFound(): CodedError {
  return notFound('groups.not_found', 'There is no such group', 'Load the list of groups again.')
}

export function userNotFound(): CodedError {
  return notFound('users.not_found', 'There is no such person', 'Load the list of people again.')
}

export function notDisabled(): CodedError {
  return conflict(
    'users.not_disabled',
    'Only somebody who is disabled can be deleted',
    'Disable the person first: that can be undone, a deletion cannot. You cannot delete yourself here.',
  )
}

export function moduleNotFound(knownModules: readonly string[]): CodedError {
  return notFound('modules.not_found', 'There is no such module', `The modules are ${knownModules.join(', ')}.`)
}

export function memberNotFound(): CodedError {
  return notFound('groups.member_not_found', 'The person is not in this group', 'Load the list of the group again.')
}

export function organizationNameTaken(): CodedError {
  return conflict('organizations.name_taken', 'Another organization has this name', 'Choose another name.')
}

export function groupNameTaken(): CodedError {
  return conflict(
    'groups.name_taken',
    'The organization has a group of this name',
    'Choose another name. The name by which the identity provider knows a group is taken too.',
  )
}

export function emailTaken(): CodedError {
  return conflict(
    'users.email_taken',
    'This e-mail address is already in use',
    'Search the list of people for the address.',
  )
}

export function memberElsewhere(): CodedError {
  return conflict(
    'groups.member_of_other_organization',
    'The person belongs to another organization',
    'A group can only contain people of its organization.',
  )
}

export function memberAlready(): CodedError {
  return conflict('groups.member_already', 'The person is in this group already', 'There is nothing to do.')
}

export function groupFull(max: number): CodedError {
  return conflict('groups.full', `The group has ${max.toLocaleString('en')} people`, 'Make another group.')
}

export function selfDisabled(): CodedError {
  return conflict(
    'users.self_disabled',
    'You cannot disable yourself',
    'Let another administrator do it, so that someone can undo it.',
  )
}

export function cursorInvalid(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'request.cursor_invalid',
    title: 'The cursor does not continue this list',
    detail: 'Ask for the first page again, and continue with the nextCursor that it gives.',
    fields: [{ in: 'query', pointer: '/cursor', message: 'must be the nextCursor of this list' }],
  })
}
