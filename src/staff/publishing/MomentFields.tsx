import { type ReactNode, useId } from 'react';
import { currentTimeZone, ownTimeZone, describeTimeZone, timeZones } from '#domain/values/time-zones.ts';
import { listMoments } from '#domain/values/zoned-moment.ts';
import { LabeledField } from '../fields/LabeledField.tsx';

/** A date and a time of the day in a time zone; which one, where clocks show it twice. */
export type ChosenMoment = { local: string; zone: string; which?: 'first' | 'second' };

/** No time yet, in the time zone of this browser. */
export function noMoment(): ChosenMoment {
  return { local: '', zone: ownTimeZone() };
}

/** Whether it is one moment. The server looks whether it has passed. */
export function isMoment({ local, zone, which }: ChosenMoment): boolean {
  const moments = listMoments(local, zone);
  return moments.length === 1 || (moments.length === 2 && which !== undefined);
}

type Props = { value: ChosenMoment; error: string | undefined; onChange: (value: ChosenMoment) => void };

/** Chooses a moment in a time zone. A time that does not exist is refused, and one that comes twice asked about. */
export function MomentFields({ value, error, onChange }: Props): ReactNode {
  const group = useId();
  const { local, zone, which } = value;
  const zones = timeZones('UTC', zone);
  const moments = listMoments(local, zone);
  const isSkipped = local !== '' && moments.length === 0;
  return (
    <>
      <LabeledField
        label="Date and time"
        required
        error={isSkipped ? 'Clocks are put forward then: there is no such time. Choose another one.' : error}
      >
        {({ labelId: _, ...ids }) => (
          <input
            {...ids}
            type="datetime-local"
            className="ed-input"
            value={local}
            onChange={({ target }) => onChange({ local: target.value, zone })}
          />
        )}
      </LabeledField>
      <LabeledField label="Time zone" help="The time is that of clocks there.">
        {({ labelId: _, ...ids }) => (
          <select
            {...ids}
            className="ed-input ed-input--select"
            value={currentTimeZone(zone)}
            onChange={({ target }) => onChange({ local, zone: target.value })}
          >
            {zones.map((each) => (
              <option key={each} value={each}>
                {describeTimeZone(each)}
              </option>
            ))}
          </select>
        )}
      </LabeledField>
      {moments.length === 2 ? (
        <fieldset className="ed-radios">
          <legend className="ed-field__label">Clocks are put back then: this time comes twice. Which one?</legend>
          {(['first', 'second'] as const).map((each) => (
            <label key={each} className="ed-radio">
              <input
                type="radio"
                name={group}
                checked={which === each}
                onChange={() => onChange({ local, zone, which: each })}
              />
              {each === 'first' ? 'The first, before clocks are put back' : 'The second, after it'}
            </label>
          ))}
        </fieldset>
      ) : null}
    </>
  );
}
