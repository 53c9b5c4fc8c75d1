import { ListItem } from '../../components/ListItem';
import type { Student } from '../../services/types';

/** A student in an `ItemList`, of whom nothing but the name and the e-mail is shown. */
export const studentItem = ({ id, name, email }: Student) => <ListItem key={id} name={name} detail={email} />;
