import { err, ok, type Result } from '../../../shared/core/result.ts';
import type { Alarms, Cancel } from '../alarms.ts';
import type { DurableMap } from '../ledger.ts';
import { nextInstant, type Schedule, type StoredSchedule } from './schedule.ts';

export type ScheduleRefusal = 'noSuchGroup' | 'alreadyExists' | 'noSuchSchedule';

export type ScheduleAnswer = Result<StoredSchedule, ScheduleRefusal>;

export interface SchedulerParts {
  readonly groups: readonly string[];
  readonly schedules: DurableMap<StoredSchedule>;
  readonly alarms: Alarms;
  /** How late the next one fires. */
  readonly latenessMs: () => number;
  readonly fire: (schedule: Schedule) => void;
}

/** EventBridge Scheduler: keeps schedules and fires them, late by up to a minute if asked to. */
export class Scheduler {
  readonly #parts: SchedulerParts;
  readonly #armed = new Map<string, Cancel>();

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
  }

  /** Takes up what an earlier run left; what was missed meanwhile fires at once. */
  start(): void {
    for (const stored of this.#parts.schedules.values()) this.#arm(stored);
  }

  create(schedule: Schedule): ScheduleAnswer {
    const found = this.get(schedule.GroupName, schedule.Name);
    if (!found.ok)
      return found.error === 'noSuchGroup' ? found : ok(this.#keep(this.#fresh(schedule)));
    const { ClientToken } = found.value.schedule;
    // A client that repeats a request whose answer was lost gets that answer, not a conflict.
    const isRepeat = ClientToken !== undefined && ClientToken === schedule.ClientToken;
    return isRepeat ? found : err('alreadyExists');
  }

  /** Replaces every field: what is not given falls back to its default. */
  update(schedule: Schedule): ScheduleAnswer {
    const found = this.get(schedule.GroupName, schedule.Name);
    if (!found.ok) return found;
    const { createdAtMs } = found.value;
    return ok(this.#keep({ ...this.#fresh(schedule), createdAtMs }));
  }

  get(group: string, name: string): ScheduleAnswer {
    if (!this.#parts.groups.includes(group)) return err('noSuchGroup');
    const stored = this.#parts.schedules.get(`${group}/${name}`);
    return stored === undefined ? err('noSuchSchedule') : ok(stored);
  }

  remove(group: string, name: string): ScheduleAnswer {
    const found = this.get(group, name);
    if (found.ok) this.#drop(found.value);
    return found;
  }

  #fresh(schedule: Schedule): StoredSchedule {
    const nowMs = this.#parts.alarms.nowMs();
    return { schedule, createdAtMs: nowMs, modifiedAtMs: nowMs, firedForMs: null };
  }

  #keep(stored: StoredSchedule): StoredSchedule {
    this.#parts.schedules.set(keyOf(stored), stored);
    this.#arm(stored);
    return stored;
  }

  #drop(stored: StoredSchedule): void {
    this.#disarm(stored);
    this.#parts.schedules.delete(keyOf(stored));
  }

  #arm(stored: StoredSchedule): void {
    const { alarms, latenessMs } = this.#parts;
    this.#disarm(stored);
    const instantMs = nextInstant(stored, alarms.nowMs());
    if (instantMs === null) return;
    const delayMs = instantMs + latenessMs() - alarms.nowMs();
    const cancel = alarms.after(delayMs, () => this.#ring({ ...stored, firedForMs: instantMs }));
    this.#armed.set(keyOf(stored), cancel);
  }

  #disarm(stored: StoredSchedule): void {
    this.#armed.get(keyOf(stored))?.();
    this.#armed.delete(keyOf(stored));
  }

  #ring(fired: StoredSchedule): void {
    const { alarms, fire } = this.#parts;
    // Fired first, then written down: a kill between the two fires it twice, never not at all.
    fire(fired.schedule);
    const isOver = nextInstant(fired, alarms.nowMs()) === null;
    if (isOver && fired.schedule.ActionAfterCompletion === 'DELETE') this.#drop(fired);
    else this.#keep(fired);
  }
}

const keyOf = ({ schedule }: StoredSchedule): string => `${schedule.GroupName}/${schedule.Name}`;
