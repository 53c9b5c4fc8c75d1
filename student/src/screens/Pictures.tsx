import { useWords } from './tongue';

interface PicturesProps {
  sends: boolean;
  onChoose(pictures: boolean): void;
}

/** Whether pictures go with reports, where the teacher asks for them. */
export function Pictures({ sends, onChoose }: PicturesProps) {
  const { pictures: words } = useWords();
  return (
    <section>
      <h2>{words.title}</h2>
      <p role="status">{sends ? words.sent : words.none}</p>
      <button type="button" className="quiet" onClick={() => onChoose(!sends)}>
        {sends ? words.stop : words.send}
      </button>
    </section>
  );
}
