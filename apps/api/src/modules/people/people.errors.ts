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
    code: 'users.not_found',
    title: 'Person not found',
    detail: 'Choose a person of your organization.',
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
  return notFound('organizations.not_found', 'Organization not found', 'Load the list of organizations again.')
}

export function groupNotFound(): CodedError {
  return notFound('groups.not_found', 'Group not found', 'Load the list of groups again.')
}

export function userNotFound(): CodedError {
  return notFound('users.not_found', 'Person not found', 'Load the list of people again.')
}

export function notDisabled(): CodedError {
  return conflict(
    'users.not_disabled',
    'Only somebody who is disabled can be deleted',
    'Disable the person first: that can be undone, a deletion cannot. You cannot delete yourself here.',
  )
}

export function moduleNotFound(knownModules: readonly string[]): CodedError {
  return notFound('modules.not_found', 'Module not found', `The modules are ${knownModules.join(', ')}.`)
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

const imageKinds = 'PNG, JPEG, WebP, GIF or AVIF'

/** It does not exist, or it belongs to another organization. */
export function imageNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'images.not_found',
    title: 'Picture not found',
    detail: 'Reload the item it belongs to; it may have another picture now.',
  })
}

function imageInvalid(code: string, field: string, title: string, detail: string): CodedError {
  const fields = [{ in: 'body', pointer: `/${field}`, message: title }] as const
  return new CodedError({ kind: 'invalid', code: `images.${code}`, title, detail, fields })
}

export function imageEmpty(field: string): CodedError {
  return imageInvalid('empty', field, 'The file is empty', `Choose a picture: ${imageKinds}.`)
}

/** Determined by the first bytes; the file name does not matter. */
export function notAPicture(field: string): CodedError {
  return imageInvalid(
    'unsupported',
    field,
    'The file is no picture that can be stored',
    `Choose ${imageKinds}. SVG is not accepted.`,
  )
}

export function imageUnreadable(field: string): CodedError {
  return imageInvalid('unreadable', field, 'The picture is damaged', 'Open it, save it again, and send that file.')
}

export function tooManyPixels(field: string, maxMegapixels: number): CodedError {
  const detail = `Make it smaller: at most ${maxMegapixels} million pixels are read.`
  return imageInvalid('too_many_pixels', field, 'The picture has too many pixels', detail)
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
    code: 'security.address_invalid',
    title: 'This is no address of a network',
    detail: 'Give a whole IPv4 or IPv6 address, as the events show it.',
    fields: [{ in: 'query', pointer: '/address', message: 'must be an IPv4 or IPv6 address' }],
  })
}

export function periodInvalid(): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'security.period_invalid',
    title: 'The period ends before it begins',
    detail: 'Choose an end that is later than the start.',
    fields: [{ in: 'query', pointer: '/to', message: 'must be later than from' }],
  })
}

/** Each list has a code of its own, because clients already tell them apart. */
function cursorInvalid(code: string): CodedError {
  return new CodedError({
    kind: 'invalid',
    code,
    title: 'The cursor does not continue this list',
    detail: 'Ask for the first page again, and continue with the nextCursor that it gives.',
    fields: [{ in: 'query', pointer: '/cursor', message: 'must be the nextCursor of this list' }],
  })
}

/** A setting of an app that may not fit its kind. */
export type ClientField = 'redirectUris' | 'origins' | 'scopes' | 'groupIds' | 'organizationId'

export function clientNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'clients.not_found',
    title: 'App not found',
    detail: 'Load the list of apps again; it may have been removed already.',
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
    code: 'clients.invalid',
    title: 'The app cannot be registered like this',
    detail: `${pointer.slice(1)} ${message}.`,
    fields: [{ in: 'body', pointer, message }],
  })
}
