import { emulateMedia } from '@web/test-runner-commands';
import { equal } from './stage/assert.ts';
import { formOf } from './stage/forms.ts';
import { afterTest, show } from './stage/show.ts';

test('a printed page has the whole of a long text', async () => {
  const about = { type: 'string', title: 'About', maxLength: 900 };
  const staged = await show(formOf({ about }), {
    locale: 'en',
  });
  staged.fill('About', 'A line of text.\n'.repeat(20));
  const area = staged.query('textarea');
  equal(area.scrollHeight > area.clientHeight, true);
  await emulateMedia({ media: 'print' });
  afterTest(() => void emulateMedia({ media: 'screen' }));
  equal(area.scrollHeight, area.clientHeight);
});
