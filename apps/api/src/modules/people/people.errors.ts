import { refusal, type RefusalCode, type RefusalWords } from '@auspex/contract/refusals'
import { CodedError } from '../../kernel/errors.ts'

export function activityOff(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'activity.off',
    title: 'This installation does not record activity',
    detail: 'Send no events; the profile says so in isActivityRecorded.',
  })
}

export function eventAhead(pointer: string): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'activity.time_ahead',
    title: 'An event is more than a day in the future',
    detail: 'Set the clock on this device.',
    fields: [{ in: 'body', pointer, message: 'must not lie more than a day ahead' }],
  })
}

export function everybodyForbidden(): CodedError {
  return new CodedError({
    kind: 'forbidden',
    code: 'identity.forbidden',
    title: 'Your account does not have the role godmode',
    detail: 'Name a person of your organization, or ask an administrator for the role godmode.',
  })
}

export function colleagueNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('users.not_found'),
  })
}

export function activityCursorInvalid(): CodedError {
  return cursorInvalid('activity.cursor_invalid')
}

function notFound(code: string, title: string, detail: string): CodedError {
  return new CodedError({ kind: 'not_found', code, title, detail })
}
function conflict(code: string, title: string, detail: string): CodedError {
  return new CodedError({ kind: 'conflict', code, title, detail })
}

export function organizationNotFound(): CodedError {
  return new CodedError({ kind: 'not_found', ...refusal('organizations.not_found') })
}

export function groupNotFound(): CodedError {
  return new CodedError({ kind: 'not_found', ...refusal('groups.not_found') })
}

export function userNotFound(): CodedError {
  return new CodedError({ kind: 'not_found', ...refusal('users.not_found') })
}

export function notDisabled(): CodedError {
  return conflict(
    'users.not_disabled',
    'Only somebody who is disabled can be deleted',
    'Disable the person first: that can be undone, a deletion cannot. You cannot delete yourself here.',
  )
}

export function moduleNotFound(knownModules: readonly string[]): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('modules.not_found'),
    detail: `The modules are ${knownModules.join(', ')}.`,
  })
}

export function memberNotFound(): CodedError {
  return notFound('groups.member_not_found', 'The person is not in this group', 'Load the list of the group again.')
}

export function organizationNameTaken(): CodedError {
  return new CodedError({ kind: 'conflict', ...refusal('organizations.name_taken') })
}

export function groupNameTaken(): CodedError {
  return conflict(
    'groups.name_taken',
    'The organization has a group of this name',
    'Choose another name. Names that the identity provider uses for a group are taken, too.',
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

export function administrationCursorInvalid(): CodedError {
  return cursorInvalid('request.cursor_invalid')
}

/** It does not exist, or it belongs to another organization. */
export function imageNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('images.not_found'),
  })
}

function imageInvalid(field: string, words: RefusalWords): CodedError {
  const fields = [{ in: 'body', pointer: `/${field}`, message: words.title }] as const
  return new CodedError({ kind: 'invalid', ...words, fields })
}

export function imageEmpty(field: string): CodedError {
  return imageInvalid(field, refusal('images.empty'))
}

/** Determined by the first bytes; the file name does not matter. */
export function notAPicture(field: string): CodedError {
  return imageInvalid(field, refusal('images.unsupported'))
}

export function imageUnreadable(field: string): CodedError {
  return imageInvalid(field, {
    code: 'images.unreadable',
    title: 'The picture is damaged',
    detail: 'Open it, save it again, and send that file.',
  })
}

export function tooManyPixels(field: string, maxMegapixels: number): CodedError {
  const detail = `Make it smaller: at most ${maxMegapixels} million pixels are read.`
  return imageInvalid(field, { code: 'images.too_many_pixels', title: 'The picture has too many pixels', detail })
}

export function imagesBusy(): CodedError {
  return new CodedError({
    kind: 'unavailable',
    code: 'images.busy',
    title: 'Too many pictures are being read',
    detail: 'Try again in a few seconds.',
    retryAfterSeconds: 5,
  })
}

export function auditCursorInvalid(): CodedError {
  return cursorInvalid('audit.cursor_invalid')
}

export function securityCursorInvalid(): CodedError {
  return cursorInvalid('security.cursor_invalid')
}

export function addressInvalid(): CodedError {
  return new CodedError({
    kind: 'invalid',
    ...refusal('security.address_invalid'),
    fields: [{ in: 'query', pointer: '/address', message: 'must be an IPv4 or IPv6 address' }],
  })
}

export function periodInvalid(): CodedError {
  return new CodedError({
    kind: 'invalid',
    ...refusal('security.period_invalid'),
    fields: [{ in: 'query', pointer: '/to', message: 'must be later than from' }],
  })
}

/** Each list has a code of its own, because clients already tell them apart. */
function cursorInvalid(code: RefusalCode): CodedError {
  return new CodedError({
    kind: 'invalid',
    ...refusal(code),
    fields: [{ in: 'query', pointer: '/cursor', message: 'must be the nextCursor of this list' }],
  })
}

/** A setting of an app that may not fit its kind. */
export type ClientField = 'redirectUris' | 'origins' | 'scopes' | 'groupIds' | 'organizationId'

export function clientNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    ...refusal('clients.not_found'),
  })
}

export function clientsElsewhere(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'clients.elsewhere',
    title: 'Apps are registered at your own provider',
    detail: 'OIDC_ISSUER names a provider of your own. Register the app there, with the audience of this API.',
  })
}

export function tooManyClients(max: number): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'clients.too_many',
    title: `There are ${max} registered apps already`,
    detail: 'Remove one that is no longer used.',
  })
}

export function noClientSecret(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'clients.no_secret',
    title: 'Only a service has a secret',
    detail: 'Other apps prove themselves with PKCE.',
  })
}

export function refuseClient(field: ClientField, message: string, index?: number): CodedError {
  const pointer = index === undefined ? `/${field}` : `/${field}/${index}`
  return new CodedError({
    kind: 'invalid',
    ...refusal('clients.invalid'),
    detail: `${pointer.slice(1)} ${message}.`,
    fields: [{ in: 'body', pointer, message }],
  })
}
