import type { SourceKey, Voice, VoicesSection } from '@auspex/sdk/types';
import { meanTone } from './tone-section.ts';

/** What is counted of one author or outlet. */
export interface VoiceFacts {
  name: string;
  source: SourceKey;
  documents: number;
  /** Sum of points and comments; null when no document tells them. */
  reach: number | null;
  toneSum: number;
  toneCount: number;
  firstDay: string;
  lastDay: string;
}

/** Who speaks: by reach, and by number of documents where reach is equal or unknown. */
export function buildVoices({ authors, outlets }: { authors: readonly VoiceFacts[]; outlets: readonly VoiceFacts[] }): VoicesSection {
  return {
    section: 'voices',
    authors: rank(authors, 'author'),
    outlets: rank(outlets, 'outlet'),
    note: noteOn(authors, outlets),
  };
}

function rank(facts: readonly VoiceFacts[], kind: Voice['kind']): Voice[] {
  return facts
    .map(({ toneSum, toneCount, ...facts }) => ({ ...facts, kind, toneMean: meanTone(toneSum, toneCount) }))
    .sort((a, b) => (b.reach ?? -Infinity) - (a.reach ?? -Infinity) || b.documents - a.documents || (a.name < b.name ? -1 : 1))
    .slice(0, 50);
}

function noteOn(authors: readonly VoiceFacts[], outlets: readonly VoiceFacts[]): string | null {
  if (outlets.length === 0) return null;
  const hasReach = [...authors, ...outlets].some(({ reach }) => reach !== null);
  const parts = [
    authors.length === 0 ? 'No source of these documents names authors.' : null,
    hasReach ? null : 'No source of these documents tells points or comments, so reach is unknown and voices are ranked by documents.',
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' ');
}
