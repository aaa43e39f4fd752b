const cursorInvalid = {
  title: 'The cursor does not continue this list',
  detail: 'Ask for the first page again, and continue with the nextCursor that it gives.',
}
const periodInvalid = {
  title: 'The period ends before it begins',
  detail: 'Choose an end that is later than the start.',
}
const noDocument = {
  title: 'The library does not contain this document',
  detail: 'Its source may have deleted it; list the documents of the signal again.',
}

/** What happened, and what to do. The API puts more exact words into some, which depend on the request. */
const words = {
  'access_tokens.not_found': {
    title: 'Access token not found',
    detail: 'Load the list of tokens again; it may have been revoked already.',
  },
  'activity.cursor_invalid': cursorInvalid,
  'audience.ages_invalid': {
    title: 'The youngest age is above the oldest',
    detail: 'Give the smaller age as age_min, or leave age_max out for no upper end.',
  },
  'audience.name_differs': {
    title: 'The signal has another name',
    detail: 'Leave the name out, or give the id of the topic that is meant.',
  },
  'audience.platform_unknown': {
    title: 'Nobody knows how many people use this platform',
    detail: 'Leave the platform out to estimate people on the internet.',
  },
  'audit.cursor_invalid': cursorInvalid,
  'audit.period_invalid': periodInvalid,
  'cards.document_not_found': { title: 'Document not found', detail: 'Choose one from a signal report.' },
  'claims.no_document': noDocument,
  'claims.no_number': {
    title: 'The report has no number there',
    detail: 'Read the report again, and name one of its numbers.',
  },
  'clients.invalid': {
    title: 'The app cannot be registered like this',
    detail: 'Correct the named field, then register it again.',
  },
  'clients.not_found': {
    title: 'App not found',
    detail: 'Load the list of apps again; it may have been removed already.',
  },
  'clinical.trial_not_found': {
    title: 'The register has no such study',
    detail: 'Check the number: NCT and eight digits. A study that the register removed is not stored here either.',
  },
  'comments.card_without_story': {
    title: 'Only a story has cards',
    detail: 'Leave the card out, or comment on its story.',
  },
  'comments.document_not_found': {
    title: 'Document not found',
    detail: 'Its source may have deleted it. Its comments went with it.',
  },
  'comments.id_does_not_fit': {
    title: 'The id is not one of this kind',
    detail: 'Send the id of a thing of the kind that is commented on.',
  },
  'comments.ids_without_kind': {
    title: 'The kind is missing',
    detail: 'Name the kind that the ids are of, or leave the ids out for the comments that concern you.',
  },
  'comments.not_found': { title: 'Comment not found', detail: 'Somebody may have deleted it, or what it is about.' },
  'comparisons.days_reversed': { title: 'The last day is before the first', detail: 'Swap the two.' },
  'comparisons.reference_not_compared': {
    title: 'The reference is not among the compared signals',
    detail: 'Name one of them, or leave it out.',
  },
  'comparisons.too_few_signals': { title: 'A comparison needs two different signals', detail: 'Add another one.' },
  'comparisons.too_many_signals': {
    title: 'At most five signals can be compared',
    detail: 'A sixth line cannot be told apart. Remove one first.',
  },
  'context_spaces.not_found': {
    title: 'Context space not found',
    detail: 'It was deleted, or it belongs to another person. Generate one from the signal.',
  },
  'destinations.not_found': {
    title: 'Destination not found',
    detail: 'It may have been deleted, or belong to someone else.',
  },
  'destinations.unknown': {
    title: 'One of the destinations does not exist',
    detail: 'It may have been deleted. Load your destinations again, and choose from those.',
  },
  'documents.not_deleted': { title: 'This document is not among the deleted ones', detail: 'Load their list again.' },
  'documents.not_found': noDocument,
  'explore.search_not_found': {
    title: 'Search not found',
    detail: 'Search the topic again; finished searches are deleted after 30 days.',
  },
  'exports.format_not_made': {
    title: 'This kind has no such format',
    detail: 'Choose a format in which it is exported.',
  },
  'exports.id_does_not_fit': {
    title: 'The id is not one of this kind',
    detail: 'Send the id of a thing of the kind that is exported.',
  },
  'exports.not_complete': {
    title: 'The file is still being made',
    detail: 'Ask for the export until its status is complete.',
  },
  'exports.not_found': { title: 'Export not found', detail: 'Files are kept for seven days; start the export again.' },
  'feeds.not_found': {
    title: 'Feed not found',
    detail: 'Its address may have been revoked, or what it shows deleted. Create a new one on the monitors page.',
  },
  'groups.not_found': { title: 'Group not found', detail: 'Choose one of the groups of your organization.' },
  'hashtags.import_not_found': {
    title: 'Import of videos not found',
    detail: 'It may have been deleted. Begin a new one by leaving `importId` out.',
  },
  'hashtags.not_found': {
    title: 'Nothing found with this hashtag',
    detail:
      'None of the queried sources has it in this period. Check the spelling, choose a longer period or every country, or import a file of videos that use it.',
  },
  'identity.disabled': {
    title: 'Your account has no access any more',
    detail: 'An administrator took it away. Ask an administrator to give it back.',
  },
  'images.empty': { title: 'The file is empty', detail: 'Choose a picture: PNG, JPEG, WebP, GIF or AVIF.' },
  'images.not_found': {
    title: 'Picture not found',
    detail: 'Reload the item it belongs to; it may have another picture now.',
  },
  'images.unsupported': {
    title: 'The file is no picture that can be stored',
    detail: 'Choose PNG, JPEG, WebP, GIF or AVIF. SVG is not accepted.',
  },
  'imports.not_found': {
    title: 'Import not found',
    detail: 'It may have been deleted. A file that is imported again resumes where it stopped.',
  },
  'inbox.cursor_invalid': cursorInvalid,
  'inbox.message_not_found': { title: 'Message not found', detail: 'It may be in another person’s inbox.' },
  'inbox.recipient_not_found': {
    title: 'One of these people is not your colleague',
    detail: 'Signals are sent to others of your own organization. Choose people from your contacts; nothing was sent.',
  },
  'modules.not_found': { title: 'Module not found', detail: 'Choose one of the modules of your profile.' },
  'newsfeed.article_not_found': {
    title: 'The article was not found',
    detail: 'Reload the feed: its publisher may have removed it.',
  },
  'newsfeed.category_not_found': { title: 'Category not found', detail: 'Choose one of the list of categories.' },
  'newsfeed.cluster_not_found': { title: 'Story not found', detail: 'Its publishers may have removed its articles.' },
  'newsfeed.cursor_invalid': cursorInvalid,
  'newsfeed.feed_exists': { title: 'You already have this feed', detail: 'It is in the list of feeds.' },
  'newsfeed.feed_not_found': { title: 'Feed not found', detail: 'It may have been deleted. Choose another one.' },
  'newsfeed.feed_url_refused': {
    title: 'This feed cannot be read',
    detail: 'Give an address that anybody on the web can open.',
  },
  'newsfeed.mute_exists': { title: 'This is already muted', detail: 'It is in the list of mutes.' },
  'newsfeed.mute_not_found': { title: 'Mute not found', detail: 'It may already have been undone.' },
  'newsfeed.opml_unreadable': {
    title: 'The file is not OPML',
    detail: 'Export the feeds from your reader as OPML, and choose that file.',
  },
  'newsfeed.read_mark_not_found': { title: 'There is nothing to undo', detail: 'It may already have been undone.' },
  'newsfeed.subject_invalid': { title: 'The subject is not valid', detail: 'Correct it, then add the feed again.' },
  'notifications.link_not_found': {
    title: 'This unsubscribe link does not work',
    detail: 'The address may be incomplete. Open the link in the email again, or change what you get in your profile.',
  },
  'onboarding.not_the_current_task': {
    title: 'This is not the current task',
    detail: 'Every task is done. Reset the checklist to start over.',
  },
  'onboarding.task_is_done': { title: 'This task is done already', detail: 'Choose a task that is not done.' },
  'organizations.name_taken': { title: 'Another organization has this name', detail: 'Choose another name.' },
  'organizations.not_found': { title: 'Organization not found', detail: 'Load the list of organizations again.' },
  'portfolios.not_found': { title: 'Portfolio not found', detail: 'It may have been deleted; choose another one.' },
  'portfolios.revision_needed': {
    title: 'The revision that the order of the trends is of is missing',
    detail: 'Send `revision` beside `trends`.',
  },
  'portfolios.stale': {
    title: 'Someone else changed this portfolio',
    detail: 'Compare your changes with the current version, then save again.',
  },
  'portfolios.trend_not_found': {
    title: 'The portfolio does not hold that signal',
    detail: 'Someone may have removed it; reload the portfolio.',
  },
  'prices.symbol_not_found': {
    title: 'There are no prices of this symbol',
    detail: 'Check its spelling, or import closing prices from a CSV file.',
  },
  'projects.display_title_differs': {
    title: 'The two titles are not the same words',
    detail: 'Send displayTitle as it was typed, and the same trimmed and in lower case as title.',
  },
  'projects.not_found': { title: 'Project not found', detail: 'It may have been deleted; choose another one.' },
  'projects.portfolio_not_found': {
    title: 'One of the portfolios was not found',
    detail: 'Someone may have deleted or removed it; reload the project.',
  },
  'projects.stale': {
    title: 'Someone else changed this project',
    detail: 'Compare your changes with the current version, then save again.',
  },
  'request.cursor_invalid': cursorInvalid,
  'security.address_invalid': {
    title: 'This is no address of a network',
    detail: 'Give a whole IPv4 or IPv6 address, as the events show it.',
  },
  'security.cursor_invalid': cursorInvalid,
  'security.period_invalid': periodInvalid,
  'sharing.id_does_not_fit': {
    title: 'The id is not one of this kind',
    detail: 'Send the id of a thing of the kind that is shared.',
  },
  'sharing.members_only': {
    title: 'This link is for members',
    detail: 'Sign in as a member of the organization that shares it.',
  },
  'sharing.not_found': {
    title: 'This link no longer works',
    detail: 'It may have expired or been revoked. Ask the person who sent it for a new one.',
  },
  'signals.cursor_invalid': cursorInvalid,
  'signals.measurement_not_found': {
    title: 'This measurement of the signal is not stored',
    detail: 'List the measurements of the signal and choose one of those.',
  },
  'signals.narrative_not_found': {
    title: 'This signal has no such narrative any more',
    detail: 'Its documents were grouped again since. Open its narratives and choose one of those.',
  },
  'signals.no_document': noDocument,
  'signals.not_found': { title: 'Signal not found', detail: 'Search the topic first; its signal id is in the answer.' },
  'stories.not_found': {
    title: 'Story not found',
    detail: 'It may have been deleted, or you may not have access to it.',
  },
  'stories.stale': {
    title: 'Someone else has changed this story',
    detail: 'Compare it with what is stored now, then save again.',
  },
  'subscriptions.condition_needed': {
    title: 'A monitor of trials or papers needs one condition',
    detail: 'Give one term without a country, an entity or sources, such as asthma.',
  },
  'subscriptions.email_unavailable': {
    title: 'This server cannot send email',
    detail: 'No mail server is configured. Choose the inbox, or a webhook that sends the mail.',
  },
  'subscriptions.not_found': {
    title: 'Subscription not found',
    detail: 'It may have been deleted, or belong to someone else.',
  },
  'subscriptions.tested_recently': {
    title: 'A test was sent a moment ago',
    detail: 'Wait a minute, then send another.',
  },
  'subscriptions.webhook_refused': {
    title: 'The webhook cannot be posted to',
    detail: 'Give an http or https address on the public internet.',
  },
  'subscriptions.webhook_unused': {
    title: 'Nothing would be posted to this address',
    detail: 'Add webhook to the channels, or leave webhookUrl out.',
  },
  'trends.category_not_found': { title: 'Category not found', detail: 'Use an id from the list of categories.' },
  'users.deletion_not_confirmed': {
    title: 'The confirmation is not your e-mail address',
    detail: 'Type the address that your profile shows. Nothing was deleted.',
  },
  'users.not_found': { title: 'Person not found', detail: 'Choose a person of your organization.' },
  'workflowRuns.not_found': {
    title: 'Run not found',
    detail: 'A run is visible only to the person who started it, for 180 days after its end.',
  },
  'workflows.not_found': { title: 'Workflow not found', detail: 'It may have been deleted; choose another one.' },
  'workflows.schedule_invalid': {
    title: 'This schedule is not valid',
    detail: 'Correct its times, then save it again.',
  },
  'workflows.stale': {
    title: 'Someone else has changed this workflow',
    detail: 'Compare your changes with the current version, then save again.',
  },
  'workflows.steps_invalid': {
    title: 'A step cannot run like this',
    detail: 'Correct the named steps, then save again.',
  },
  'zeus.mention_not_found': {
    title: 'A mentioned item was not found',
    detail: 'An item in the message may have been deleted. Remove it and try again.',
  },
  'zeus.message_not_found': {
    title: 'Message not found',
    detail: 'Its conversation may have been deleted. Reload the list of conversations.',
  },
  'zeus.not_an_answer': { title: 'Only an answer can be written again', detail: 'Name a message of Zeus.' },
  'zeus.report_not_found': {
    title: 'Report not found',
    detail: 'It may have been deleted. Choose one from your list of reports.',
  },
  'zeus.run_active': {
    title: 'Zeus is still writing in this conversation',
    detail: 'Wait until the answer is complete, or stop it.',
  },
  'zeus.run_not_found': {
    title: 'This run no longer exists',
    detail: 'The events of a run are kept for 10 minutes after its end. Its answer is in the conversation.',
  },
  'zeus.thread_not_found': { title: 'Conversation not found', detail: 'It may have been deleted. Start a new one.' },
  'zeus_reports.not_found': {
    title: 'Report not found',
    detail: 'It may have been deleted; a deleted report can be brought back for 30 days.',
  },
  'zeus_reports.stale': {
    title: 'This report was changed elsewhere',
    detail: 'Compare it with what is stored now, then save again.',
  },
  'zeus_reports.thread_not_found': {
    title: 'Thread not found',
    detail: 'It may have been deleted; save the report without it.',
  },
  'zeus_reports.version_not_found': {
    title: 'This version no longer exists',
    detail: 'The newest 100 versions are kept; list them and choose one.',
  },
} as const satisfies Readonly<Record<string, { title: string; detail: string }>>

export type RefusalCode = keyof typeof words

/** A refusal of the contract (`x-refusals`, `x-not-found`) in the words that a person reads, the same from the API and from the mock server. */
export interface RefusalWords {
  code: string
  title: string
  detail: string
}

export function refusal(code: RefusalCode): RefusalWords {
  return { code, ...words[code] }
}

/** The same for a code that only the contract names; undefined for one whose words depend on the request, and for those of other contracts. */
export function findRefusal(code: string): RefusalWords | undefined {
  return isRefusalCode(code) ? refusal(code) : undefined
}

function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(words, code)
}

/** A failure of a whole status, in the words of the API and of the mock server. */
interface UsualFailure {
  code: string
  title: string
  detail?: string
}

/** What a status says where nothing more exact is known. */
export const usualFailures = {
  400: {
    code: 'request.malformed',
    title: 'The address cannot be read',
    detail: 'A percent sign must begin an encoded byte.',
  },
  401: { code: 'identity.unauthenticated', title: 'Sign in to continue' },
  403: { code: 'identity.forbidden', title: 'Your account may not do this' },
  404: { code: 'request.no_such_route', title: 'There is nothing at this address' },
  405: { code: 'request.method_not_allowed', title: 'This address has no such method' },
  409: { code: 'request.conflict', title: 'The state of the thing does not allow this' },
  413: { code: 'request.too_large', title: 'The body is too large', detail: 'Send it in smaller parts.' },
  415: {
    code: 'request.unsupported_media_type',
    title: 'The body has a media type that this operation does not read',
  },
  422: { code: 'request.invalid', title: 'The request does not match the contract' },
  429: { code: 'request.rate_limited', title: 'Too many requests' },
  500: {
    code: 'request.failed',
    title: 'Something went wrong on our side',
    detail: 'Try again. Quote the request id if it stays.',
  },
  501: { code: 'request.not_implemented', title: 'Not built yet' },
  503: { code: 'request.unavailable', title: 'The service is not available' },
} as const satisfies Readonly<Record<number, UsualFailure>>

/** The usual failure of any status. */
export function findFailure(status: number): UsualFailure {
  const failureByStatus: Readonly<Record<number, UsualFailure>> = usualFailures
  return (
    failureByStatus[status] ?? { code: `request.status_${status}`, title: `The request failed with status ${status}` }
  )
}
