import { CodedError } from '../../../kernel/errors.ts'

/** It does not exist or belongs to someone else: the error does not distinguish the two. */
export function spaceNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'context_spaces.not_found',
    title: 'There is no such context space',
    detail: 'It was deleted, or it belongs to another person. Generate one from the signal.',
  })
}

export function tooFewDocuments(documents: number): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'context_spaces.too_few_documents',
    title: `This signal has ${documents} documents, and a map needs ten`,
    detail: 'Search a broader term, a longer time or more sources.',
  })
}

export function nothingStandsOut(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'context_spaces.nothing_stands_out',
    title: 'No word or name comes up with this signal more than chance',
    detail: 'When documents came a moment ago, wait until they are read; otherwise search a broader term.',
  })
}

export function tooManySpaces(max: number): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'context_spaces.too_many',
    title: `You keep ${max} context spaces already`,
    detail: 'Delete one that you no longer need.',
  })
}

export function mapIsFull(most: number): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'context_spaces.full',
    title: `A map holds at most ${most} contexts`,
    detail: 'Remove some that are less informative, then add these.',
  })
}

export function changedMeanwhile(): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'context_spaces.changed_meanwhile',
    title: 'The map was changed at the same time from elsewhere',
    detail: 'Load it again and repeat the change.',
  })
}
