import { ListItem } from '../../components/ListItem';
import type { Student } from '../../services/app/types';

/** A student in an `ItemList`, with name and e-mail only. */
export const studentItem = ({ id, name, email }: Student) => <ListItem key={id} name={name} detail={email} />;
