import { type PlayerId, parseId } from '../core/ids.ts';
import type { RowPlace } from './ports.ts';

/** Where a page of an export starts, in the version of the ranking that its first page had. */
export interface ExportCursor {
  readonly finalVersion: number;
  readonly at: ExportPosition;
}

export type ExportPosition =
  /** After this row; with `skip` inside of it, after so many of its lines. */
  | { readonly part: 'rows'; readonly after: RowPlace | null; readonly skip: number }
  /** At this version of the final ranking. */
  | { readonly part: 'finals'; readonly version: number }
  /** After so many lines of this page of the ranking. */
  | { readonly part: 'standings'; readonly page: number; readonly skip: number };

export const EXPORT_START: ExportPosition = { part: 'rows', after: null, skip: 0 };

/** The cursor as text that is good in an address. */
export function encodeCursor({ finalVersion, at }: ExportCursor): string {
  switch (at.part) {
    case 'rows': {
      const place = at.after === null ? '' : `-${at.after.shard}-${at.after.player}-${at.skip}`;
      return `${finalVersion}-rows${place}`;
    }
    case 'finals':
      return `${finalVersion}-finals-${at.version}`;
    case 'standings':
      return `${finalVersion}-standings-${at.page}-${at.skip}`;
  }
}

const N = '(\\d{1,9})';
const SHAPE = new RegExp(`^${N}-(?:rows(?:-${N}-(\\w+)-${N})?|finals-${N}|standings-${N}-${N})$`);

/** Reads what `encodeCursor` writes; null for any other text. */
export function decodeCursor(text: string): ExportCursor | null {
  const match = SHAPE.exec(text);
  if (match === null) return null;
  const [, finalVersion, shard, id, rowSkip, version, page, skip] = match;
  const at = positionOf({ shard, id, rowSkip, version, page, skip });
  return at === null ? null : { finalVersion: Number(finalVersion), at };
}

type Parts = { readonly [Part in 'shard' | 'id' | 'rowSkip' | 'version' | 'page' | 'skip']: Text };
type Text = string | undefined;

function positionOf({ shard, id, rowSkip, version, page, skip }: Parts): ExportPosition | null {
  if (version !== undefined) return { part: 'finals', version: Number(version) };
  if (page !== undefined) return { part: 'standings', page: Number(page), skip: Number(skip) };
  if (shard === undefined) return EXPORT_START;
  const player = parseId<PlayerId>(id);
  if (player === null) return null;
  return { part: 'rows', after: { shard: Number(shard), player }, skip: Number(rowSkip) };
}
