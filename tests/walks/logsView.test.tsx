import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { logsViewMachine } from '../../src/machines/logsViewMachine';
import { openSection } from '../support/classroom';
import { logsOf } from '../support/samples';
import { walkChart } from '../support/walk';

const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEAAAAALAAAAAABAAEAAAI=';

/** 21 logs as a backend tells them, each with a screenshot to press. */
const told = logsOf(21).map(({ id, time, studentName, activityType }) => ({
  id,
  timestamp: time,
  student_name: studentName,
  activity_type: activityType,
  screenshot: picture,
}));

const viewer = () => screen.queryByRole('dialog', { name: 'Screenshot of Ada Lovelace' });

/** The screenshot is shown large, in the size that is pressed. */
function expectLarge(size: 'Fit' | '100 %') {
  const dialog = viewer();
  if (dialog === null) throw new Error('No screenshot is shown large');
  expect(within(dialog).getByRole('img').getAttribute('src')).toBe(picture);
  expect(within(dialog).getByRole('button', { pressed: true }).textContent).toBe(size);
}

walkChart(logsViewMachine, {
  open: () => openSection({ 'GET /detection/logs/': { json: told } }, '/detection-logs'),
  events: {
    async 'screenshot.open'({ user }) {
      const [first] = screen.getAllByRole('button', { name: 'Show the screenshot of Ada Lovelace' });
      await user.click(first!);
    },
    'screenshot.step': ({ press }) => press('Next'),
    'zoom.change': ({ press }) => press('100 %'),
    'zoom.fit': ({ press }) => press('Fit'),
    'screenshot.close': ({ press }) => press('Close'),
  },
  seen: {
    reading: () => {
      expect(viewer()).toBeNull();
      expect(screen.getAllByRole('button', { name: /^Show the screenshot/ })).toHaveLength(20);
    },
    'enlarging.fitted': () => expectLarge('Fit'),
    'enlarging.zoomed': () => expectLarge('100 %'),
  },
});
