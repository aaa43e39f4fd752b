import type { LocationsSection } from '@auspex/sdk/types';
import { meanTone } from './tone-section.ts';

export interface LocationsInput {
  countries: readonly { country: string; documents: number; toneSum: number; toneCount: number }[];
  basis: LocationsSection['basis'];
  /** All matching documents. */
  documents: number;
}

/** Where documents come from; a document without a country is counted as unknown, never spread over the others. */
export function buildLocations({ countries, basis, documents }: LocationsInput): LocationsSection {
  const known = countries.reduce((sum, place) => sum + place.documents, 0);
  const places = countries.map(({ country, documents: here, toneSum, toneCount }) => ({
    country,
    documents: here,
    share: here / known,
    toneMean: meanTone(toneSum, toneCount),
  }));
  places.sort((a, b) => b.documents - a.documents || (a.country < b.country ? -1 : 1));
  return { section: 'locations', countries: places, known, unknown: Math.max(0, documents - known), basis };
}
