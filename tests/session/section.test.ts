import { describe, expect, test } from 'vitest';
import type { ListNews } from '../../src/machines/session/sectionMachine';
import { ProblemError } from '../../src/problem';
import type { EndedSharing } from '../../src/services/app/types';
import { heldPromise, lonelySection, startUnderParent } from '../support/actors';
import { refused, sessionExpired } from '../support/samples';

function started(isListed = false) {
  const fetchEndedSharing = heldPromise<EndedSharing | null, { sectionId: string }>();
  const section = lonelySection().provide({ actors: { fetchEndedSharing: fetchEndedSharing.logic } });
  const { actor, reports } = startUnderParent(section, { sectionId: '7', isListed });
  return {
    actor,
    reports,
    fetchEndedSharing,
    ended: () => actor.getSnapshot().context.ended,
    tell: (news: ListNews) => actor.send(news),
    retry: () => actor.send({ type: 'section.retry' }),
    state: () => actor.getSnapshot().value,
    problem: () => actor.getSnapshot().context.problem,
  };
}

const found: ListNews = { type: 'section.found' };
const missing: ListNews = { type: 'section.missing' };
const failed = (problem = refused.problem): ListNews => ({ type: 'sections.failed', problem });

describe('8 section page', () => {
  test('is there at once when the list has the section already', () => {
    const { reports, state } = started(true);
    expect(state()).toBe('present');
    expect(reports).toEqual([]);
  });

  test('what the teacher has missed lives as long as the section’s pages', () => {
    const { actor } = started(true);
    const { arrivals } = actor.getSnapshot().children;
    expect(arrivals?.getSnapshot()).toMatchObject({ status: 'active', context: { sectionId: '7' } });
  });

  test('waits for the list otherwise', () => {
    const { state, tell } = started();
    expect(state()).toBe('finding');
    tell(found);
    expect(state()).toBe('present');
  });

  test.each(['answer', 'fail'] as const)(
    'a section that is neither listed nor known to have been shared is not found until the list has it: %s',
    async (way) => {
      const { ended, fetchEndedSharing, state, tell } = started();
      tell(missing);
      expect(state()).toBe('missing');
      expect(fetchEndedSharing.calls.map(({ input }) => input)).toEqual([{ sectionId: '7' }]);
      await (way === 'answer' ? fetchEndedSharing.last.answer(null) : fetchEndedSharing.last.fail());
      expect([state(), ended()]).toEqual(['notFound', null]);
      tell(found);
      expect(state()).toBe('present');
    },
  );

  test('a section whose sharing has ended says so until it is shared again', async () => {
    const { ended, fetchEndedSharing, state, tell } = started();
    const sharing = { owner: 'Ada Muster', endedAt: 1_000 };
    tell(missing);
    await fetchEndedSharing.last.answer(sharing);
    expect([state(), ended()]).toEqual(['ended', sharing]);
    tell(missing);
    expect(state()).toBe('ended');
    tell(found);
    expect(state()).toBe('present');
  });

  test('a section that turns up in the list while its sharing is looked up is present', async () => {
    const { fetchEndedSharing, state, tell } = started();
    tell(missing);
    tell(found);
    expect([state(), fetchEndedSharing.last.signal.aborted]).toEqual(['present', true]);
  });

  test('a list that cannot be fetched is told in the section’s words, and Retry asks for it again', () => {
    const { problem, reports, retry, state, tell } = started();
    const refusal = new ProblemError({ sentence: 'Failed to fetch sections.', hint: 'No answer.', kind: 'unanswered' });
    tell(failed(refusal.problem));
    expect(state()).toBe('failed');
    expect(problem()).toEqual({
      sentence: 'Failed to fetch section details.',
      hint: 'No answer.',
      kind: 'unanswered',
    });
    expect(reports).toEqual([]);
    retry();
    expect(reports).toEqual([{ type: 'sections.refresh' }]);
    expect(state()).toBe('finding');
    tell(found);
    expect(state()).toBe('present');
  });

  test('an expired session and an error of our own are told in their own words', () => {
    for (const news of [sessionExpired.problem, { sentence: 'Something went wrong.', kind: 'defect' } as const]) {
      const { problem, tell } = started();
      tell(failed(news));
      expect(problem()).toEqual(news);
    }
  });

  test('a list that comes after a failure all the same decides', () => {
    for (const news of [found, missing]) {
      const { state, tell } = started();
      tell(failed());
      tell(news);
      expect(state()).toBe(news === found ? 'present' : 'missing');
    }
  });

  test('a list that cannot be fetched takes nothing away from a section that is there', () => {
    const { state, tell } = started(true);
    tell(failed());
    tell(found);
    expect(state()).toBe('present');
  });
});

test('4 a section that is deleted, here or elsewhere, is gone, and there again when the list has it again', () => {
  const { state, tell } = started();
  tell(found);
  tell(missing);
  expect(state()).toBe('gone');
  tell(found);
  expect(state()).toBe('present');
});
