const asIs = 'a search is saved as it was sent, and is asked anew each time it is opened'
const saysNothing = 'of what was said before, only what the server stored counts (docs/decisions/zeus-and-workflows.md)'
const noCursor = 'the list gives no nextCursor: it is read by page'

/** Parameters of the specification that change no response, each with its reason. The check reports reasons that no longer apply. */
export const reasons: Readonly<Record<string, string>> = {
  'getQueryStatus body.query_term': 'accepted for older clients: a search is known by its request_id',
  'getQueryStatus body.socketID': 'an opaque id of older clients, which nothing reads',
  'getSuggestions body.archetype': 'kept in the profile; nothing measured tells one archetype’s topics from another’s',
  'getSuggestions body.goal': 'kept in the profile; nothing measured tells one goal’s topics from another’s',
  'signalBySources body.check_cache': 'it counts in the sources at once and keeps no report to answer with',
  'signalBySources body.force': 'it counts in the sources at once and keeps no report to answer with',
  'saveRecentSearch body.feeds': asIs,
  'saveRecentSearch body.check_cache': asIs,
  'saveRecentSearch body.force': asIs,
  'listNewsClusters body.cursor': noCursor,
  'listZeusThreads query.cursor': noCursor,
  'listZeusReports query.cursor': noCursor,
  'getZeusReply body.selectedMessages': saysNothing,
  'streamZeusReply body.selectedMessages': saysNothing,
  'regenerateZeusReply body.selectedMessages': saysNothing,
}
